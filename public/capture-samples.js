// Runs on the browser's audio thread, and hands the first channel's samples to the page in pieces of about 40 ms.
const PIECE = 2048;

class CaptureSamples extends AudioWorkletProcessor {
  piece = new Float32Array(PIECE);
  length = 0;

  process([input]) {
    const [channel] = input;
    if (channel) {
      this.piece.set(channel, this.length);
      this.length += channel.length;
      if (this.length + channel.length > PIECE) {
        this.port.postMessage(this.piece.slice(0, this.length));
        this.length = 0;
      }
    }
    return true;
  }
}

registerProcessor("capture-samples", CaptureSamples);
