/** Documents made of code that a model wrote, for a frame that isolates them. */

/** Languages of fences that can be shown as a page. */
const WRITERS: ReadonlyMap<string, (code: string) => string> = new Map([
  ["html", writePage],
  ["svg", writePicture],
  ["javascript", writeConsole],
  ["js", writeConsole],
]);

export type Code = { code: string; language: string };

/** @returns a document that shows the code, or undefined when it has nothing to show */
export function writePreview(code: Code): string | undefined {
  return findWriter(code)?.(code.code);
}

/** Returns what writes the document of a code: two codes of one writer are of one kind. */
export function findWriter({ code, language }: Code): ((code: string) => string) | undefined {
  const isPicture = (language === "xml" || language === "") && /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s/>]/.test(code);
  return isPicture ? writePicture : WRITERS.get(language);
}

function writePage(code: string): string {
  return code;
}

function writePicture(code: string): string {
  return `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}</style>${code}`;
}

/** A script runs in an empty page, which lists what it writes to the console and how it fails. */
function writeConsole(code: string): string {
  // Markup would end the script at these words, also inside a string.
  const script = code.replaceAll(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
  return `<!doctype html><meta charset="utf-8"><style>body{margin:12px;font:13px/1.6 ui-monospace,monospace;white-space:pre-wrap}.fault{color:#b91c1c}</style><body><script>${CONSOLE}</script><script>${script}</script>`;
}

/** Bound: a script that never stops writing fills no memory. */
const CONSOLE = `(()=>{let lines=0;const show=(fault,values)=>{if(lines++>=1000)return;const line=document.createElement("div");if(fault)line.className="fault";line.textContent=values.map((value)=>{if(typeof value==="string")return value;if(value instanceof Error)return String(value);try{return JSON.stringify(value,null,2)??String(value)}catch{return String(value)}}).join(" ");document.body.append(line)};for(const name of["log","info","debug","warn","error"])console[name]=(...values)=>show(name==="error",values);console.table=(...values)=>show(false,values);addEventListener("error",(event)=>show(true,[event.message]));addEventListener("unhandledrejection",(event)=>show(true,[event.reason]))})()`;
