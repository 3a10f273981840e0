/**
 * The machine is at fault: a full disk, a folder without rights, a damaged file. Neither the input
 * nor the program is wrong, so it is told in one sentence with a remedy and without a stack trace.
 */
export class OperationalError extends Error {
  /** What to do about it, as one sentence. */
  readonly remedy: string;

  constructor(message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'OperationalError';
    this.remedy = options.remedy;
  }
}

type FileErrorMessage = { readonly says: string; readonly remedy: string };

const unknownMessage: FileErrorMessage = {
  says: 'the system refused it',
  remedy: 'Look at the file and its folder, and try again.',
};

const fileMessages: ReadonlyMap<string, FileErrorMessage> = new Map([
  ['EACCES', noRights()],
  ['EPERM', noRights()],
  [
    'EROFS',
    { says: 'the file system is read-only', remedy: 'Use a folder that can be written to.' },
  ],
  [
    'ENOENT',
    { says: 'its folder does not exist', remedy: 'Make the folder first, or correct the path.' },
  ],
  [
    'ENOTDIR',
    { says: 'a part of the path is not a folder', remedy: 'Correct the path, or move that file.' },
  ],
  ['EEXIST', { says: 'a file stands where a folder is needed', remedy: 'Move that file away.' }],
  ['EISDIR', { says: 'it is a folder', remedy: 'Name a file.' }],
  [
    'EFIFO',
    {
      says: 'it is a named pipe, and nothing may ever write to it',
      remedy: 'Name a regular file.',
    },
  ],
  ['EFBIG', { says: 'it is larger than 64 MiB, or has no end', remedy: 'Name a smaller file.' }],
  ['ENOSPC', { says: 'the disk is full', remedy: 'Make room on the disk, and try again.' }],
  ['EDQUOT', { says: 'the disk quota is used up', remedy: 'Make room, and try again.' }],
]);

// What is read has to be there itself; what is written needs its folder alone.
const notThere: FileErrorMessage = { says: 'there is no such file', remedy: 'Correct the path.' };

const noPath: FileErrorMessage = { says: 'an empty text is no path', remedy: 'Name a file.' };

/** The same failure of a file operation as trouble: `cannot write plan.json: the disk is full`. */
export function toFileError(doing: string, path: string, cause: unknown): OperationalError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words = path === '' ? noPath : findMessage(doing, code);
  const suffix = fileMessages.has(code) || code === '' ? '' : ` (${code})`;
  const what = path === '' ? '""' : path;
  return new OperationalError(`cannot ${doing} ${what}: ${words.says}${suffix}`, {
    remedy: words.remedy,
    cause,
  });
}

function findMessage(doing: string, code: string): FileErrorMessage {
  const isRead = doing === 'read' || doing.startsWith('read ');
  return isRead && code === 'ENOENT' ? notThere : (fileMessages.get(code) ?? unknownMessage);
}

function noRights(): FileErrorMessage {
  return {
    says: 'permission denied',
    remedy: 'Give this user the right to it, or use another path.',
  };
}
