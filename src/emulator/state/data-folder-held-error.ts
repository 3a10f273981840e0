/** Another process, or another emulator of this one, locks the data folder. */
export class DataFolderHeldError extends Error {
  override readonly name = 'DataFolderHeldError';
}
