/** Content of `bagit.txt`. */
export const DECLARATION = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";
/** The files of a bag beside its payload, but for the last. */
export const MANIFEST = "manifest-sha512.txt";
export const TAG_FILES = ["bag-info.txt", "bagit.txt", MANIFEST];
/** The last file that sealing writes: a folder is a bag when it is there. */
export const TAG_MANIFEST = "tagmanifest-sha512.txt";
