import { stat } from 'node:fs/promises';
import { readText } from '../../../kit/files/read-text.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { formatCommentName } from '../../../kit/text/inert-markdown.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { MarkedText } from './update-posts.ts';

/** Far more than any forge takes. */
const maxBytes = 1024 * 1024;

/**
 * A report that was written with `--report markdown=FILE`, by the marker in its first line, or under another name: so
 * one comment can be of several commands. Throws `OperationalError`.
 */
export async function readMarkedFile(path: string, name?: string): Promise<MarkedText> {
  const text = await readReport(path);
  const [own = ''] = text.split('\n', 1);
  if (/^<!-- cyclectl:[^\n]{1,400} -->$/.test(own)) {
    const marker = name === undefined ? own : `<!-- cyclectl:${formatCommentName(name)} -->`;
    return { marker, text: `${marker}${text.slice(own.length)}` };
  }
  throw new OperationalError(`${toVisible(path)} does not begin as a report does`, {
    remedy: 'Name a file that cyclectl has written with --report markdown=FILE.',
  });
}

async function readReport(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= maxBytes) return await readText(path);
  } catch (error) {
    throw toFileError('read', toVisible(path), error);
  }
  throw new OperationalError(`${toVisible(path)} is too long to be posted`, {
    remedy: 'Name a file that cyclectl has written with --report markdown=FILE.',
  });
}
