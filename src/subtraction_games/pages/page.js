'use strict';
// What all pages share, namely the configuration that Python wrote and the functions that a page in a frame needs.
const Page = (() => {
  const $ = id => document.getElementById(id);
  const config = JSON.parse($('config').textContent);
  document.documentElement.toggleAttribute('data-bare', Boolean(config.bare));
  const create = (tag, className = '', text = '') => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.textContent = text;
    return element;
  };

  // The frame around this page, or null if there is none or if it belongs to a page of another origin.
  let frame = null;
  try { frame = window.frameElement; } catch { /* another origin: the frame keeps the height that it was given */ }

  // Whether a colour as the browser writes it is light or dark, or '' if what lies behind it shows through.
  function shade(colour) {
    const [r, g, b, opacity = 1] = (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
    if (!colour.startsWith('rgb') || opacity <= .5) return '';
    return .3 * r + .6 * g + .1 * b > 128 ? 'light' : 'dark';
  }
  function themeOutside() {
    const outside = frame.ownerDocument;
    const said = outside.documentElement.dataset.theme || outside.body.dataset.theme;
    const jupyter = outside.body.dataset.jpThemeLight;
    if (said === 'dark' || said === 'light') return said;
    if (jupyter) return jupyter === 'true' ? 'light' : 'dark';
    for (let element = frame.parentElement; element; element = element.parentElement) {
      const found = shade(getComputedStyle(element).backgroundColor);
      if (found) return found;
    }
    // a page that paints nothing is white, unless it says that it can be dark
    return getComputedStyle(outside.documentElement).colorScheme.includes('dark') ? '' : 'light';
  }
  const dark = matchMedia('(prefers-color-scheme: dark)');
  function follow() {
    document.documentElement.dataset.theme = frame && themeOutside() || (dark.matches ? 'dark' : 'light');
  }
  follow();
  dark.addEventListener('change', follow);

  // In a frame, follow the theme outside, grow to the height of `main`, and hide the substitute for this page.
  function fitIn(main) {
    if (!frame) return;
    const still = frame.nextElementSibling;
    if (still && still.classList.contains('still')) still.style.display = 'none';
    const watch = new MutationObserver(follow), outside = frame.ownerDocument;
    for (const element of [outside.documentElement, outside.body]) watch.observe(element, {attributes: true});
    follow();  // it may have changed while this page was loading
    new ResizeObserver(() => {
      const height = Math.ceil(main.getBoundingClientRect().height);
      if (height) frame.style.height = `${height + 2}px`;  // 2 for its border
    }).observe(main);
  }
  // The entry in `targets` for a key that is pressed alone, or undefined.
  const pressed = (event, targets) => event.ctrlKey || event.altKey || event.metaKey ? undefined : targets[event.key];
  const draw = (picture, kind, attributes) => {  // an element of an SVG picture
    const drawn = picture.appendChild(document.createElementNS(picture.namespaceURI, kind));
    Object.entries(attributes).forEach(([key, value]) => drawn.setAttribute(key, value));
    return drawn;
  };
  // Call `again` whenever light turns dark or back.
  const onTheme = again => new MutationObserver(again).observe(document.documentElement, {attributeFilter: ['data-theme']});
  return {$, config, create, frame, fitIn, pressed, draw, onTheme};
})();
