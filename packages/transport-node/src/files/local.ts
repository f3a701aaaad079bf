import { fstatSync } from "node:fs";
import { statfs } from "node:fs/promises";

/** The types of statfs(2) for file systems on disks or in the memory of this machine. */
const LOCAL_TYPES: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs: its upper directory is on one of the others
]);

/** Whether a device is local, by its number. */
const devices = new Map<number, boolean>();

/**
 * Returns whether a file that was just opened is on this machine, so that no call on it waits for a network.
 *
 * @param path a path that leads to this file.
 */
export async function isLocal(fd: number, path: string): Promise<boolean> {
  const { dev } = fstatSync(fd);
  const known = devices.get(dev);
  if (known !== undefined) return known;
  const type = await statfs(path).then(
    (found) => found.type,
    () => undefined,
  );
  const found = type !== undefined && LOCAL_TYPES.has(type);
  devices.set(dev, found);
  return found;
}
