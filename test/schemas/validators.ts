import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { memoryPages, validateXML } from 'xmllint-wasm';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validateSarif = ajv.compile(JSON.parse(read('sarif-2.1.0.json')));

const validateReport = new Ajv2020({
  allowUnionTypes: true,
  formats: { 'date-time': true },
}).compile(JSON.parse(read('../../schemas/report.schema.json')));

/** Errors of a document by our own schema. */
export function findReportFaults(text: string): string[] {
  if (validateReport(JSON.parse(text))) return [];
  return (validateReport.errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Errors of a text by the SARIF schema; none if valid. */
export function findSarifFaults(text: string): string[] {
  if (validateSarif(JSON.parse(text))) return [];
  return (validateSarif.errors ?? []).map(
    ({ instancePath, message = '' }) => `${instancePath} ${message}`,
  );
}

/** Errors of texts by the JUnit schema and XML. */
export async function findJunitFaults(texts: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: texts.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [read('junit-10.xsd')],
    maxMemoryPages: memoryPages.GiB,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
