// The dashboard's colours, in pixels: a page may have any size of letters. What the page says of the element itself does not
// hold, because `!important` inside of a shadow tree goes before all that is outside. https://www.w3.org/TR/css-scoping-1/#shadow-cascading

export const STYLES = `
:host {
  all: initial !important;
  position: fixed !important;
  inset: auto 0 0 auto !important;
  z-index: 2147483647 !important;
  display: block !important;
  max-width: 100vw !important;
  pointer-events: none !important;
  color-scheme: light dark !important;
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif !important;
  --surface: light-dark(#ffffff, #131418);
  --sunken: light-dark(#f2f2f4, #0c0d10);
  --hover: light-dark(#f1f1f4, #22242b);
  --line: light-dark(#d2d3da, #33363f);
  --text: light-dark(#17181c, #ededf0);
  --text-2: light-dark(#50535e, #abaeb9);
  --accent: light-dark(#4a50d8, #9ba1ff);
  --error: light-dark(#c6262e, #ff7a72);
  --error-tint: light-dark(#fdecec, #361a1b);
  --shadow: 0 8px 30px light-dark(rgb(20 20 40 / 18%), rgb(0 0 0 / 60%));
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
aside {
  display: flex;
  flex-direction: column;
  align-items: flex-end;
  gap: 8px;
  max-height: 100dvh;
  padding: 12px;
  color: var(--text);
}
button { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.badge {
  order: 2;
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
  padding: 6px 12px;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: var(--surface);
  box-shadow: var(--shadow);
  font-weight: 600;
  pointer-events: auto;
}
.badge:hover { background: var(--hover); }
.dot { width: 8px; height: 8px; border-radius: 50%; background: var(--error); }
.panel {
  order: 1;
  display: flex;
  flex-direction: column;
  width: 480px;
  max-width: 100%;
  min-height: 0;
  max-height: min(560px, 80dvh);
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
  box-shadow: var(--shadow);
  overflow: hidden;
  pointer-events: auto;
}
header { display: flex; flex: none; align-items: center; gap: 8px; padding: 8px 8px 8px 16px; border-bottom: 1px solid var(--line); }
.title { flex: 1; margin: 0; font-weight: 600; }
.close { width: 28px; height: 28px; padding: 0; border: 0; border-radius: 8px; background: none; font-size: 18px; line-height: 1; }
.close:hover { background: var(--hover); }
ol { margin: 0; padding: 0; list-style: none; overflow-y: auto; overscroll-behavior: contain; }
li + li { border-top: 1px solid var(--line); }
summary { display: flex; align-items: baseline; gap: 8px; padding: 10px 16px; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; flex: none; width: 6px; height: 6px; border: solid var(--text-2); border-width: 0 1.5px 1.5px 0; transform: translateY(-2px) rotate(-45deg); }
[open] > summary::before { transform: translateY(-3px) rotate(45deg); }
summary:hover { background: var(--hover); }
summary:focus-visible { outline-offset: -2px; }
.message { flex: 1; min-width: 0; font-weight: 600; overflow-wrap: anywhere; }
details:not([open]) .message { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.count { flex: none; color: var(--text-2); font-variant-numeric: tabular-nums; }
.body { padding: 0 16px 14px 30px; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
.place { color: var(--text-2); font: 12px/1.5 var(--mono); }
pre {
  margin: 0 0 10px;
  padding: 6px 0;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--sunken);
  font: 12px/1.6 var(--mono);
  overflow: hidden;
}
.line { display: grid; grid-template-columns: 44px 1fr; padding-right: 10px; }
.number { padding-right: 12px; color: var(--text-2); text-align: right; user-select: none; }
.text { min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.at { background: var(--error-tint); box-shadow: inset 3px 0 var(--error); }
nav { display: flex; flex-wrap: wrap; gap: 16px; }
a { color: var(--accent); font-weight: 600; text-underline-offset: 2px; }
.status { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 520px) {
  aside { padding: 8px; width: 100vw; }
  .panel { width: 100%; max-height: 80dvh; }
  .body { padding-left: 16px; }
  .line { grid-template-columns: 32px 1fr; }
  .number { padding-right: 8px; }
}
@media (prefers-reduced-motion: no-preference) {
  .badge, .panel { animation: appear 160ms ease-out; }
  @keyframes appear { from { opacity: 0; transform: translateY(6px); } }
}
@media (forced-colors: active) {
  .dot { background: CanvasText; }
  .at { outline: 1px solid CanvasText; outline-offset: -1px; }
}
`;
