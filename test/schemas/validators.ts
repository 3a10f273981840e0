import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { memoryPages, validateXML } from 'xmllint-wasm';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validateSarif = ajv.compile(JSON.parse(read('sarif-2.1.0.json')));

/** What SARIF's own schema has against a text; none where it is valid. */
export function findSarifFaults(text: string): string[] {
  if (validateSarif(JSON.parse(text))) return [];
  return (validateSarif.errors ?? []).map(
    ({ instancePath, message = '' }) => `${instancePath} ${message}`,
  );
}

/** What the schema of JUnit's XML, and XML itself, have against some texts. */
export async function findJunitFaults(texts: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: texts.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [read('junit-10.xsd')],
    maxMemoryPages: memoryPages.GiB,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
