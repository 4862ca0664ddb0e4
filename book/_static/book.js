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
