import { isJsonObject, type Json, parseJsonText } from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import type { TextFile } from '../../../model/ports.ts';
import {
  type Report,
  type ReportMetadata,
  reportFormat,
} from '../../../model/report/report-document.ts';
import { findValidator } from './find-validator.ts';
import { accountOf, reportKinds, toReference } from './report-parts.ts';

/** Saved report, and its metadata. */
export type WrittenReport = { readonly report: Report; readonly made: ReportMetadata };

const remedy = 'Pass a file that cyclectl wrote with --report json=FILE or --format json.';

/**
 * Reads a report from its document with one account in memory at a time. Throws `OperationalError`
 * for another document, or an account that fails its schema.
 */
export async function readReport(file: Pick<TextFile, 'lines'>): Promise<WrittenReport> {
  for await (const line of file.lines()) {
    const { kind, made, run } = readHead(line);
    const report = { kind, run, accounts: () => readAccounts(file.lines(), kind) };
    return { report: report as Report, made };
  }
  throw new OperationalError('the file is not a report: it is empty', { remedy });
}

type Head = Pick<Report, 'kind' | 'run'> & { readonly made: ReportMetadata };

function readHead(line: string): Head {
  const head = parseJsonText(line.replace(/,$/, '}'));
  if (!isJsonObject(head) || head.format !== reportFormat) {
    throw new OperationalError(
      `the file is not a report: its first line is not of the format ${reportFormat}`,
      {
        remedy,
      },
    );
  }
  const kind = findKind(head.kind);
  if (kind === null) {
    const name = JSON.stringify(head.kind ?? null).slice(0, 80);
    throw new OperationalError(`the file is a document of the kind ${name}, which has no report`, {
      remedy: `Pass a document of the kind ${reportKinds.slice(0, -1).join(', ')} or ${reportKinds.at(-1)}.`,
    });
  }
  const { made, run } = head;
  checkValue('made', made, 'its metadata');
  checkValue(`${kind}Run`, run, 'its data besides accounts');
  // Casts safely, because the schema has validated both.
  return { kind, made: made as unknown as ReportMetadata, run: run as unknown as Report['run'] };
}

function findKind(name: Json | undefined): Report['kind'] | null {
  return reportKinds.find((kind) => kind === name) ?? null;
}

async function* readAccounts(
  lines: AsyncIterable<string>,
  kind: Report['kind'],
): AsyncGenerator<unknown, void, undefined> {
  const part = accountOf[kind];
  let number = 0;
  let hasEnd = false;
  for await (const line of lines) {
    number += 1;
    if (number <= 2 || line === '') continue;
    // The report of an undo may follow, within the one of its step.
    hasEnd = line === ']}' || line === '],';
    if (hasEnd) break;
    const account = parseJsonText(line.replace(/,$/, ''));
    if (part === null || !isJsonObject(account)) {
      throw new OperationalError(`the file is not a report: its line ${number} is not an account`, {
        remedy,
      });
    }
    checkValue(part, account, `its line ${number}`);
    yield account;
  }
  if (!hasEnd) throw new OperationalError('the file is not a report: it is incomplete', { remedy });
}

function checkValue(part: string, value: unknown, what: string): void {
  const validate = findValidator(toReference(part));
  if (validate(value)) return;
  const [first] = validate.errors ?? [];
  const why = `${first?.instancePath ?? ''} ${first?.message ?? 'is another one'}`.trim();
  throw new OperationalError(`the file is not a report of this version: ${what}: ${why}`, {
    remedy,
  });
}
