import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonText,
} from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import {
  type InitRecord,
  recordFile,
  recordFormat,
  type WorkflowInputs,
} from '../init/scaffold.ts';

/** Names that init gives to workflows; another one could lead out of their folder. */
const workflowName = /^cyclectl(?:-[\w-]{1,200})?$/;

/**
 * Parses the record of `init`; null without one. Throws `OperationalError` for a text that is none,
 * because what people changed is not known then.
 */
export function parseInitRecord(text: string | null): InitRecord | null {
  if (text === null) return null;
  const value = parseJsonText(text);
  const record = isJsonObject(value) && value.format === recordFormat ? readRecord(value) : null;
  if (record !== null) return record;
  const format = isJsonObject(value) ? String(value.format) : '';
  const isLater = format !== recordFormat && /^cyclectl-init\/\d+$/.test(format);
  throw new OperationalError(
    isLater
      ? `${recordFile} was written by another version of cyclectl`
      : `${recordFile} is not a record of init`,
    {
      remedy: isLater
        ? 'Use that version. Without the file, only what is missing is added.'
        : 'Restore it from Git, or remove it: then only what is missing is added.',
    },
  );
}

function readRecord({
  workflow,
  schemas,
  recommendations,
  ignored,
}: JsonObject): InitRecord | null {
  if (!isJsonObject(workflow) || !isJsonObject(schemas)) return null;
  const lines = readTexts(workflow.lines);
  const inputs = readInputs(workflow);
  const globs = Object.entries(schemas).map(([name, value]) => [name, readTexts(value)] as const);
  const [extensions, paths] = [readTexts(recommendations), readTexts(ignored)];
  if (lines === null || inputs === null || extensions === null || paths === null) return null;
  const known = globs.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  if (known.length < globs.length) return null;
  return {
    workflow: { ...inputs, text: lines.join('\n') },
    schemas: Object.fromEntries(known),
    recommendations: extensions,
    ignored: paths,
  };
}

function readInputs({ name, environment, accounts }: JsonObject): WorkflowInputs | null {
  if (typeof name !== 'string' || !workflowName.test(name)) return null;
  if (typeof environment !== 'string') return null;
  if (typeof accounts !== 'number' || !Number.isSafeInteger(accounts) || accounts < 0) return null;
  return { name, environment, accounts };
}

function readTexts(value: Json | undefined): readonly string[] | null {
  if (!isJsonList(value)) return null;
  return value.every((item) => typeof item === 'string') ? value : null;
}
