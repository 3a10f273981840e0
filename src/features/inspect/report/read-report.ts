import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import reportSchema from 'cyclectl/schemas/report.schema.json' with { type: 'json' };
import { isJsonObject, type Json } from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import type { TextFile } from '../../../model/ports.ts';
import {
  type Report,
  type ReportMetadata,
  reportFormat,
} from '../../../model/report/report-document.ts';

/** A report as it was written, and when that was. */
export type WrittenReport = { readonly report: Report; readonly made: ReportMetadata };

/** The part of the schema that an account of each kind is held against. */
const accountOf = {
  plan: 'plannedAccount',
  drift: 'driftAccount',
  apply: 'appliedAccount',
  validate: 'validatedAccount',
  refused: null,
} as const;

const kinds = Object.keys(accountOf) as readonly Report['kind'][];

const remedy = 'Name a file that cyclectl has written with --report json=FILE or --format json.';

/**
 * Reads a report back from its document, with no more than an account of it in memory: the head here, the accounts
 * as they are asked for. Throws `OperationalError` where it is none of ours, or an account of it is not as its schema says.
 */
export async function readReport(file: Pick<TextFile, 'lines'>): Promise<WrittenReport> {
  for await (const line of file.lines()) {
    const { kind, made, run } = readHead(line);
    const report = { kind, run, accounts: () => readAccounts(file.lines(), kind) };
    return { report: report as Report, made };
  }
  throw new OperationalError('the file is no report: it is empty', { remedy });
}

type Head = Pick<Report, 'kind' | 'run'> & { readonly made: ReportMetadata };

function readHead(line: string): Head {
  const head = parse(line.replace(/,$/, '}'));
  if (!isJsonObject(head) || head.format !== reportFormat) {
    throw new OperationalError(
      `the file is no report: it does not begin as one of ${reportFormat}`,
      {
        remedy,
      },
    );
  }
  const kind = findKind(head.kind);
  if (kind === null) {
    const name = JSON.stringify(head.kind ?? null).slice(0, 80);
    throw new OperationalError(
      `the file is a document of the kind ${name}, of which no report is made`,
      {
        remedy: `Name one of the kind ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}.`,
      },
    );
  }
  const { made, run } = head;
  checkValue('made', made, 'when it was made');
  checkValue(`${kind}Run`, run, 'what stands around its accounts');
  // What was held against the schema is what the model says that it is.
  return { kind, made: made as unknown as ReportMetadata, run: run as unknown as Report['run'] };
}

function findKind(name: Json | undefined): Report['kind'] | null {
  return kinds.find((kind) => kind === name) ?? null;
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
    hasEnd = line === ']}';
    if (hasEnd) break;
    const account = parse(line.replace(/,$/, ''));
    if (part === null || account === null) {
      throw new OperationalError(`the file is no report: its line ${number} is no account`, {
        remedy,
      });
    }
    checkValue(part, account, `its line ${number}`);
    yield account;
  }
  if (!hasEnd)
    throw new OperationalError('the file is no report: it was not written to its end', { remedy });
}

function checkValue(part: string, value: unknown, what: string): void {
  const validate = findValidator(part);
  if (validate(value)) return;
  const [first] = validate.errors ?? [];
  const why = `${first?.instancePath ?? ''} ${first?.message ?? 'is another one'}`.trim();
  throw new OperationalError(`the file is no report of this version: ${what}: ${why}`, { remedy });
}

let compiled: Ajv2020 | null = null;

function findValidator(part: string): ValidateFunction {
  compiled ??= compile();
  const found = compiled.getSchema(`${reportSchema.$id}#/$defs/${part}`);
  if (found === undefined) throw new Error(`the schema of reports has no ${part}`);
  return found;
}

function compile(): Ajv2020 {
  const ajv = new Ajv2020({ allowUnionTypes: true, meta: false, validateSchema: false });
  addFormats.default(ajv, ['date-time']);
  ajv.addSchema(reportSchema);
  return ajv;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
