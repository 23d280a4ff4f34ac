/**
 * Lets pages be seen before their scripts are loaded. Next's HTML asks for its scripts with `async` in its head: they
 * share the network with what the first frame needs, and those that are there by then run before it. In the HTML of the
 * built pages a few lines at the end start them instead, once the page has been painted.
 */
const ASYNC_SCRIPT = /<script src="([^"]+)" async=""( id="[^"]*")?><\/script>/g;
const SCRIPT_PRELOAD = /<link rel="preload" as="script" fetchPriority="low" href="[^"]+"\/>/g;

/** For a browser that does not report its first paint, or does not paint: a tab in the background. */
const LONGEST_WAIT_MS = 1000;

/** @param html of one page, as Next has written it */
export function paintFirst(html: string): string {
  const scripts = Array.from(html.matchAll(ASYNC_SCRIPT), ([, source = ""]) => source);
  if (scripts.length === 0) return html;
  return html
    .replace(SCRIPT_PRELOAD, "")
    .replace(ASYNC_SCRIPT, "")
    .replace("</body></html>", `<script>${starter(scripts)}</script></body></html>`);
}

/** Scripts that are started in one task: each takes a phone about 5 ms, and a press waits for the task to end. */
const SCRIPTS_PER_TASK = 5;

/** Turbopack's runtime loads a chunk again that it finds neither registered nor on its way, so it is started last. */
const RUNTIME = /\/turbopack-[^/]+\.js/;

/** The scripts stay `async`: Next's client finds those that are on their way by that attribute and by their address. */
function starter(scripts: string[]): string {
  const ordered = [...scripts.filter((src) => !RUNTIME.test(src)), ...scripts.filter((src) => RUNTIME.test(src))];
  return `(()=>{let begun;const sources=${JSON.stringify(ordered)},next=()=>{for(const src of sources.splice(0,${SCRIPTS_PER_TASK}))document.head.append(Object.assign(document.createElement("script"),{src,async:true}));if(sources.length)setTimeout(next)},begin=()=>{if(begun)return;begun=1;next()};try{new PerformanceObserver(begin).observe({type:"paint",buffered:true})}catch{}setTimeout(begin,document.hidden?0:${LONGEST_WAIT_MS})})()`;
}
