// Run, in the page: each cell can be edited and has a button, which runs it after all cells above it that have not run
// as they stand. Pyodide runs them in a worker, which begins at the first Run and ends at Stop. Nothing leaves the page.
const { pyodide, sizes, yours } = JSON.parse(document.getElementById("run").textContent);
const folder = new URL(".", document.currentScript.src);
let cells = [], worker = null, goal = null, running = null; // the cell that was asked for, and the one that runs

const element = (name, properties) => Object.assign(document.createElement(name), properties);
const textOf = cell => plain(cell.code.cloneNode(true));
function plain(node) { // the text of a copy; browsers write <br> where a reader began a line
  node.querySelectorAll("br").forEach(br => br.replaceWith("\n"));
  return node.textContent;
}

function start() {
  worker = new Worker(new URL("worker.js", folder), { type: "module" });
  worker.postMessage({ pyodide: new URL(pyodide, location).href });
  worker.onerror = event => stop(`Python did not start: ${event.message || "its worker was not loaded"}`);
  worker.onmessage = ({ data }) => {
    if (data.broken) stop(`Python did not start: ${data.broken}`);
    else if (data.progress) cells[goal].note.textContent = data.progress; // where the reader looks
    else finished(data);
  };
}

function run(k) {
  cells.forEach(cell => { cell.note.textContent = ""; });
  if (sizes.length && sized().code.innerHTML === sized().written) choose(sizes[0]);
  goal = k;
  if (!worker) start();
  if (running === null) next();
  show();
}

function next() {
  const missing = cells.findIndex((cell, j) => j < goal && cell.ran !== textOf(cell));
  running = missing < 0 ? goal : missing;
  cells.slice(running).forEach(cell => { cell.ran = null; }); // what stands below may depend on it
  cells[running].sent = textOf(cells[running]);
  worker.postMessage({ k: running, text: cells[running].sent, last: goal });
}

function finished({ k, html, done }) {
  const { box, note, sent } = cells[k];
  cells[goal].note.textContent = "";
  let output = box.querySelector(":scope > .cell_output");
  if (!output && html) box.append(output = element("div", { className: "cell_output docutils container" }));
  if (output) output.innerHTML = html;
  output?.querySelectorAll("pre").forEach(text => { text.tabIndex = 0; });
  note.textContent = done ? "" : "An error, see below";
  running = null;
  if (done) cells[k].ran = sent;
  if (done && k !== goal) next();
  else {
    if (k !== goal) cells[goal].note.textContent = "Not run, because a cell above ended in an error";
    else if (done && sizes.length) note.textContent = textOf(sized()).match(/^n = \S+/m)?.[0] ?? "";
    if (!done) output.scrollIntoView({ block: "nearest" });
    goal = null;
  }
  show();
}

function stop(reason = "Stopped; the next Run starts Python again") {
  worker.terminate();
  cells[goal].note.textContent = reason;
  cells.forEach(cell => { cell.ran = null; });
  worker = running = goal = null;
  show();
}

function show() {
  cells.forEach(({ button }, k) => { button.textContent = k === running || k === goal ? "Stop" : "Run"; });
  document.documentElement.dataset.run = running === null ? "idle" : "busy"; // for tests
}

const sized = () => cells.find(cell => cell.box.matches(".tag_parameters"));
function choose(size) { // the paper's n is what make is for
  const { code, note } = sized();
  code.textContent = textOf(sized()).replace(/^n = \S+/m, `n = ${size}`);
  note.textContent = "make figures runs the paper's n";
}

// Enter keeps the line's indentation and Shift-Enter runs. Tab moves on, as it does everywhere else in the page.
function pressed(event, k) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  if (event.shiftKey) return run(k);
  const before = getSelection().getRangeAt(0).cloneRange();
  before.setStart(cells[k].code, 0);
  const line = plain(before.cloneContents()).split("\n").at(-1);
  document.execCommand("insertText", false, "\n" + line.match(/^ */)[0] + (/:\s*$/.test(line) ? "    " : ""));
}

function prepared(input, k) {
  const box = input.closest(".cell"), code = input.querySelector("pre"), bar = element("div", { className: "run" });
  const button = element("button", { type: "button", textContent: "Run", title: "Run this cell (Shift-Enter)" });
  const cell = { box, code, button, note: element("output"), written: code.innerHTML };
  button.addEventListener("click", () => (button.textContent === "Stop" ? stop() : run(k)));
  code.addEventListener("keydown", event => pressed(event, k));
  Object.assign(code, { contentEditable: "plaintext-only", spellcheck: false, role: "textbox", ariaLabel: "Code" });
  code.ariaMultiLine = "true";
  bar.append(cell.note);
  if (box.matches(".tag_parameters")) for (const size of sizes) {
    box.querySelector("details")?.setAttribute("open", "");
    const take = element("button", { type: "button", textContent: `n = ${size}` });
    take.addEventListener("click", () => choose(size));
    bar.append(take);
  }
  if (box.matches(".tag_yours")) {
    const turn = element("button", { type: "button", textContent: "Your turn", title: "Write the functions yourself" });
    let mine = yours.shift(), hidden = false;
    turn.addEventListener("click", () => {
      hidden = !hidden;
      if (hidden) code.textContent = mine;
      else [mine, code.innerHTML] = [textOf(cell), cell.written];
      turn.textContent = hidden ? "Show the solution" : "Your turn";
    });
    bar.append(turn);
  }
  bar.append(button);
  input.append(bar);
  return cell;
}

if (location.protocol.startsWith("http")) // a page of a file can't start a worker
  cells = [...document.querySelectorAll(".bd-article .cell_input")].map(prepared);
