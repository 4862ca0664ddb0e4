// An inline formula can't be broken into lines; one that is wider than its paragraph gets a scroll bar.
function markWideFormulas() {
  for (const formula of document.querySelectorAll("span.math")) {
    formula.classList.remove("wide");
    const container = formula.querySelector("mjx-container");
    const paragraph = formula.closest("p, li, dd, td, div");
    if (container && paragraph) {
      formula.classList.toggle("wide", container.getBoundingClientRect().width > paragraph.clientWidth);
    }
  }
}
window.addEventListener("load", () => {
  if (window.MathJax?.startup?.promise) window.MathJax.startup.promise.then(markWideFormulas);
});
window.addEventListener("resize", markWideFormulas);

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
document.addEventListener("toggle", markWideFormulas, true);
