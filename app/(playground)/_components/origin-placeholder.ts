/** Stands in the built page where the gateway's own address belongs. */
export const ORIGIN_PLACEHOLDER = "http://gateway.invalid";

/** Puts the address that the browser is at into the element that this script stands in, before anything is painted. */
export const WRITE_ORIGIN_SCRIPT = `{const t=document.createTreeWalker(document.currentScript.parentElement,NodeFilter.SHOW_TEXT);while(t.nextNode())if(t.currentNode.data.includes("${ORIGIN_PLACEHOLDER}"))t.currentNode.data=t.currentNode.data.replaceAll("${ORIGIN_PLACEHOLDER}",location.origin)}`;
