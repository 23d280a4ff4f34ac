/** Unpacks an archive with calls that wait for the disk, which take half the time of the others. */
import { workerData } from "node:worker_threads";
import { extract } from "tar";
import type { UnpackJob } from "./unpack-pages.ts";

const { archive, folder } = workerData as UnpackJob;
extract({ file: archive, cwd: folder, sync: true });
