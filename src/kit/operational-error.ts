/**
 * An error of the machine, such as a full disk, missing permissions or a damaged file. Printed as
 * one sentence with a remedy, without a stack trace.
 */
export class OperationalError extends Error {
  /** The remedy, as one sentence. */
  readonly remedy: string;
  /** The file or folder that it is about; absent where it is about none. */
  declare readonly path?: string;

  constructor(
    message: string,
    options: { readonly remedy: string; readonly path?: string; readonly cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'OperationalError';
    this.remedy = options.remedy;
    if (options.path !== undefined) this.path = options.path;
  }
}

type FileErrorMessage = { readonly text: string; readonly remedy: string };

const unknownMessage: FileErrorMessage = {
  text: 'the system refused it',
  remedy: 'Check the file and its folder, and try again.',
};

const fileMessages: ReadonlyMap<string, FileErrorMessage> = new Map([
  ['EACCES', noRights()],
  ['EPERM', noRights()],
  ['EROFS', { text: 'the file system is read-only', remedy: 'Use a writable folder.' }],
  [
    'ENOENT',
    { text: 'its folder does not exist', remedy: 'Create the folder first, or correct the path.' },
  ],
  [
    'ENOTDIR',
    { text: 'a part of the path is not a folder', remedy: 'Correct the path, or move that file.' },
  ],
  ['EEXIST', { text: 'a file exists where a folder is needed', remedy: 'Move that file away.' }],
  ['EISDIR', { text: 'it is a folder', remedy: 'Name a file.' }],
  [
    'EFIFO',
    {
      text: 'it is a named pipe, and reading it may never end',
      remedy: 'Name a regular file.',
    },
  ],
  ['EFBIG', { text: 'it is larger than 64 MiB, or has no end', remedy: 'Name a smaller file.' }],
  ['ENOSPC', { text: 'the disk is full', remedy: 'Free space on the disk, and try again.' }],
  ['EDQUOT', { text: 'the disk quota is used up', remedy: 'Free space, and try again.' }],
]);

// A read needs the file itself; a write only needs its folder.
const notThere: FileErrorMessage = { text: 'the file does not exist', remedy: 'Correct the path.' };

const noPath: FileErrorMessage = { text: 'the path is empty', remedy: 'Name a file.' };

/**
 * A failed file operation as an error with a remedy: `cannot write plan.json: the disk is full`.
 */
export function toFileError(doing: string, path: string, cause: unknown): OperationalError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words = path === '' ? noPath : findMessage(doing, code);
  const suffix = fileMessages.has(code) || code === '' ? '' : ` (${code})`;
  const what = path === '' ? '""' : path;
  return new OperationalError(`cannot ${doing} ${what}: ${words.text}${suffix}`, {
    remedy: words.remedy,
    path,
    cause,
  });
}

function findMessage(doing: string, code: string): FileErrorMessage {
  const isRead = doing === 'read' || doing.startsWith('read ');
  return isRead && code === 'ENOENT' ? notThere : (fileMessages.get(code) ?? unknownMessage);
}

function noRights(): FileErrorMessage {
  return {
    text: 'permission denied',
    remedy: 'Give this user permission, or use another path.',
  };
}
