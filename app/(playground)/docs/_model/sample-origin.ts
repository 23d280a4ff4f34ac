/**
 * Writes the gateway's own base URL into the samples of the guides, which have `http://localhost:3000` or
 * `http://127.0.0.1:3000`.
 */
const SAMPLE_ORIGIN = /http:\/\/(?:localhost|127\.0\.0\.1):3000/g;

/** Replaces the sample address in all texts under `root`. */
export function writeOwnOrigin(root: Node, origin: string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeValue?.includes(":3000")) node.nodeValue = node.nodeValue.replaceAll(SAMPLE_ORIGIN, origin);
  }
}

/** Does the same for the script's parent element before the first paint. */
export const WRITE_OWN_ORIGIN_SCRIPT = `{const w=document.createTreeWalker(document.currentScript.parentElement,NodeFilter.SHOW_TEXT);while(w.nextNode()){const n=w.currentNode;if(n.parentNode.nodeName!=="SCRIPT"&&n.data.includes(":3000"))n.data=n.data.replaceAll(${String(SAMPLE_ORIGIN)},location.origin)}}`;
