/** True where tests run as root, whom no file's mode keeps from anything. */
export const isRoot = process.getuid?.() === 0;
