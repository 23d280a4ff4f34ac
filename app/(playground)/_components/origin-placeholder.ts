/** Placeholder in the built page for the gateway's own address. */
export const ORIGIN_PLACEHOLDER = "http://gateway.invalid";

/** Writes the browser's current origin into the script's parent element before the first paint. */
export const WRITE_ORIGIN_SCRIPT = `{const t=document.createTreeWalker(document.currentScript.parentElement,NodeFilter.SHOW_TEXT);while(t.nextNode())if(t.currentNode.data.includes("${ORIGIN_PLACEHOLDER}"))t.currentNode.data=t.currentNode.data.replaceAll("${ORIGIN_PLACEHOLDER}",location.origin)}`;
