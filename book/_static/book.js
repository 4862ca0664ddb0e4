// An inline formula can't be broken into lines; one that is wider than its paragraph gets a scroll bar. Whatever scrolls
// can have the focus, so that the keyboard scrolls it too.
function markWide() {
  for (const formula of document.querySelectorAll("span.math")) {
    formula.classList.remove("wide");
    const container = formula.querySelector("mjx-container");
    const paragraph = formula.closest("p, li, dd, td, div");
    if (container && paragraph) {
      formula.classList.toggle("wide", container.getBoundingClientRect().width > paragraph.clientWidth);
    }
  }
  for (const box of document.querySelectorAll(".bd-article :is(table, mjx-container, span.math)")) {
    if (box.scrollWidth > box.clientWidth && box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
window.addEventListener("load", () => {
  if (window.MathJax?.startup?.promise) window.MathJax.startup.promise.then(markWide);
});
window.addEventListener("resize", markWide);
function markStrip(image) {
  image.classList.toggle("strip", image.naturalWidth > 4 * image.naturalHeight);
}
window.addEventListener("load", () => document.querySelectorAll(".bd-article div.cell_output img").forEach(markStrip));
document.addEventListener("load", event => { // a picture that a cell draws again
  if (event.target.matches?.(".bd-article div.cell_output img")) markStrip(event.target);
}, true);

// What a link says of its target (data-card), on a card beside it: by pointer and by keyboard, Escape takes it away.
const card = Object.assign(document.createElement("div"), { id: "card", role: "tooltip", hidden: true });
let shown = null;
function showCard(link) {
  if (link === shown) return;
  hideCard();
  shown = link;
  card.textContent = link.dataset.card;
  card.hidden = false;
  link.setAttribute("aria-describedby", card.id);
  const place = () => {
    const line = link.getClientRects()[0], { width, height } = card.getBoundingClientRect();
    const above = line.bottom + height + 12 > innerHeight && line.top > height;
    card.style.left = `${Math.max(8, Math.min(line.left, document.documentElement.clientWidth - width - 8)) + scrollX}px`;
    card.style.top = `${(above ? line.top - height - 4 : line.bottom + 4) + scrollY}px`;
  };
  place();
  if (card.textContent.includes("\\(")) window.MathJax?.typesetPromise?.([card]).then(place);
}
function hideCard() {
  shown?.removeAttribute("aria-describedby");
  shown = null;
  card.hidden = true;
}
window.addEventListener("load", () => {
  document.body.append(card);
  for (const link of document.querySelectorAll("a[data-card]")) {
    link.addEventListener("mouseenter", () => showCard(link));
    link.addEventListener("focus", () => showCard(link));
    link.addEventListener("mouseleave", event => { if (event.relatedTarget !== card) hideCard(); });
    link.addEventListener("blur", hideCard);
  }
  card.addEventListener("mouseleave", hideCard);
  window.addEventListener("keydown", event => { if (event.key === "Escape") hideCard(); });
});

// Solutions are folded. A link to one asks for it; and a formula has a width only once it is shown.
function openLinkedSolution() {
  const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const solution = heading?.querySelector(":scope > details.solution");
  if (solution && !solution.open) {
    solution.open = true;
    heading.scrollIntoView();
  }
}
window.addEventListener("load", openLinkedSolution);
window.addEventListener("hashchange", openLinkedSolution);
document.addEventListener("toggle", markWide, true);
