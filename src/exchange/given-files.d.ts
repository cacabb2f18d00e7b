/** Files that come from outside: opened with the app, or shared by another one. */
/** Where the worker keeps shared files until the page takes them; src-sw/share.ts puts them there. */
export declare const sharedFiles = 'shared-files'
/** Calls `take` with the files that were opened with the app, now or while the page is open. */
export declare function onOpened(take: (files: File[]) => void): void
/** Returns the files that another app shared, once. */
export declare function takeShared(): Promise<File[]>
