/** Node has none. */
export class NodeFileReader {
  result = "";
  onload: (() => void) | undefined;
  readAsDataURL(bytes: Blob): void {
    void bytes.arrayBuffer().then((buffer) => {
      this.result = `data:${bytes.type};base64,${Buffer.from(buffer).toString("base64")}`;
      this.onload?.();
    });
  }
}
