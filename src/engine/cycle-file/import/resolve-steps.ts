import { toHash } from '../../../kit/hash.ts';
import { isJsonObject, type JsonObject, readMember, toList } from '../../../kit/json/json.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { toUniqueLabels } from '../../../kit/text/to-unique-labels.ts';
import type {
  FileConnector,
  FileStep,
  LoadedCycleFile,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';
import type { ConnectorRelease, RemoteId } from '../../../model/live/live.ts';
import type { ConnectorMethod, MethodItem } from '../../../model/live/method.ts';

/** A release of the service, and its methods. */
export type OfferedRelease = {
  readonly release: ConnectorRelease;
  readonly methods: readonly ConnectorMethod[];
};

/** Target of an import. */
export type ImportTarget = {
  /** Name of the cycle there. */
  readonly name: string;
  /** Tags to add to those of the file. */
  readonly tags: readonly string[];
  /** Finds the service's release of a connector; null if that version is missing. */
  findRelease(connector: FileConnector): OfferedRelease | null;
  /** Connectors of the account by slot; none for a template. */
  readonly connectors: ReadonlyMap<string, { readonly id: RemoteId; readonly name: string }>;
};

/** A step, resolved in the target. */
export type ResolvedStep = {
  readonly step: FileStep;
  readonly written: JsonObject;
  readonly pointer: string;
  readonly id: string;
  readonly offered: OfferedRelease | null;
  readonly method: ConnectorMethod | null;
  readonly parameters: ReadonlyMap<string, MethodItem>;
  readonly fields: ReadonlyMap<string, MethodItem>;
  readonly responses: ReadonlyMap<string, MethodItem>;
};

type Report = (pointer: string, summary: string, remedy?: string | null) => void;

/** Resolves each step of a cycle file in the target, and reports missing parts. */
export function resolveSteps(
  { file }: LoadedCycleFile,
  target: ImportTarget,
  report: Report,
): readonly ResolvedStep[] {
  const written = toList(file.document.Steps);
  const seed = toHash(JSON.stringify(file.document));
  return file.steps.map((step, index) => {
    const document = written[index];
    const pointer = `/Steps/${index}`;
    const offered = step.connector === null ? null : target.findRelease(step.connector);
    if (step.connector !== null && offered === null) {
      const { name, version } = step.connector;
      const release = version === null ? name : `${name} of version ${version}`;
      report(`${pointer}/AccountConnector_Id`, `The service has no connector ${release}`);
    }
    const part = isJsonObject(document) ? document : {};
    const at = { step, written: part, pointer, id: toGuid(`${seed} ${step.label}`) };
    const method = offered === null ? null : findMethod(at, offered, report);
    return {
      ...at,
      offered,
      method,
      parameters: labelItems(method?.parameters),
      fields: labelItems(method?.fields),
      responses: labelItems(method?.responses),
    };
  });
}

/** Shape to resolve the names of the file's values, with the ids of the import. */
export function toResolvedShape(steps: readonly ResolvedStep[]): CycleShape {
  return {
    variables: [],
    steps: steps.map(({ step, id, responses }) => ({
      id,
      name: step.name,
      label: step.label,
      method: step.method,
      isWebhook: step.isWebhook,
      webhookUrl: null,
      connectorId: null,
      connectorName: null,
      parameters: [],
      fields: [],
      responses: [...responses].map(([name, item]) => ({ id: item.id, name })),
    })),
  };
}

function labelItems(items: readonly MethodItem[] = []): ReadonlyMap<string, MethodItem> {
  const labels = toUniqueLabels(items.map(({ name }) => name));
  return new Map(items.map((item, index) => [labels[index] ?? item.name, item]));
}

function findMethod(
  { step, written, pointer }: Pick<ResolvedStep, 'step' | 'written' | 'pointer'>,
  { release, methods }: OfferedRelease,
  report: Report,
): ConnectorMethod | null {
  if (step.method === null) return null;
  const named = methods.filter(({ name }) => name === step.method);
  const endpoint = readMember(written.Method, 'EndPoint');
  const found = named.length < 2 ? named : named.filter((each) => each.endpoint === endpoint);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const what = named.length > 1 ? 'several methods' : 'no method';
  const names = methods.map(({ name }) => name);
  report(
    `${pointer}/Method_Id`,
    `The connector ${release.name} has ${what} ${JSON.stringify(step.method)} here`,
    named.length > 1 ? null : formatNearest(step.method, names),
  );
  return null;
}

/** Derives a GUID in the form of version 4 from a text. */
function toGuid(text: string): string {
  const hex = toHash(text);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
