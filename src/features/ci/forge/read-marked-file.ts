import { stat } from 'node:fs/promises';
import { readText } from '../../../kit/files/read-text.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { formatCommentName } from '../../../kit/text/inert-markdown.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { MarkedText } from './update-posts.ts';

/** Exceeds the limit of every forge. */
const maxBytes = 1024 * 1024;

/**
 * Reads a report of `--report markdown=FILE`. Its marker, or another name, identifies the post,
 * because several commands may share one. Throws `OperationalError`.
 */
export async function readMarkedFile(path: string, name?: string): Promise<MarkedText> {
  const text = await readReport(path);
  const [own = ''] = text.split('\n', 1);
  if (/^<!-- cyclectl:[^\n]{1,400} -->$/.test(own)) {
    const marker = name === undefined ? own : `<!-- cyclectl:${formatCommentName(name)} -->`;
    const isOpen = /^[^\n]*\n<!-- cyclectl open: [1-9]\d* -->\n/.test(text);
    return { marker, text: `${marker}${text.slice(own.length)}`, isOpen };
  }
  throw new OperationalError(`${toVisible(path)} is not a Markdown report of cyclectl`, {
    remedy: 'Pass a file that cyclectl wrote with --report markdown=FILE.',
  });
}

async function readReport(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= maxBytes) return await readText(path);
  } catch (error) {
    throw toFileError('read', toVisible(path), error);
  }
  throw new OperationalError(`${toVisible(path)} is too large to post`, {
    remedy: 'Pass a file that cyclectl wrote with --report markdown=FILE.',
  });
}
