import {
  isJsonObject,
  type Json,
  type JsonObject,
  readMember,
  toList,
} from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import type {
  FileConnector,
  LoadedCycleFile,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Import, ImportLack } from '../../../model/desired/cycle-file/cycle-import.ts';
import { listReferences } from '../../../model/desired/expression.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { MethodItem } from '../../../model/live/method.ts';
import { parseSymbol } from '../export/parse-symbol.ts';
import { bindText } from '../export/to-named-text.ts';
import { proseKeys, selectOtherKeys } from '../order-keys.ts';
import {
  type ImportTarget,
  type ResolvedStep,
  resolveSteps,
  toResolvedShape,
} from './resolve-steps.ts';

/**
 * Makes the import of a cycle file: its export in the form of this service, with its ids. GUIDs of
 * steps come from the file's text, because they only link steps (SERVICE C). Omits secrets.
 */
export function makeImport(loaded: LoadedCycleFile, target: ImportTarget): Import {
  const importing = new ImportBuilder(loaded, target);
  const raw = importing.write();
  const { diagnostics } = importing;
  return diagnostics.length > 0 ? { kind: 'lacking', diagnostics } : { kind: 'made', raw };
}

class ImportBuilder {
  readonly diagnostics: ImportLack[] = [];
  readonly #loaded: LoadedCycleFile;
  readonly #place: ImportTarget;
  readonly #steps: readonly ResolvedStep[];
  readonly #shape: CycleShape;
  readonly #slots: readonly string[];

  constructor(loaded: LoadedCycleFile, target: ImportTarget) {
    this.#loaded = loaded;
    this.#place = target;
    this.#steps = resolveSteps(loaded, target, (pointer, summary, remedy) =>
      this.#report(pointer, summary, remedy),
    );
    this.#shape = toResolvedShape(this.#steps);
    this.#slots = [...new Set(loaded.file.steps.flatMap(({ connector }) => connector?.slot ?? []))];
  }

  write(): JsonObject {
    const { document, variables, edges, blobs } = this.#loaded.file;
    const variableParts = toList(document.Variables);
    const edgeParts = toList(document.Edges);
    return {
      ...this.#bindMembers(selectOtherKeys(document, rootParts), ''),
      Name: this.#place.name,
      VersionedCycle: {
        ...toObject(document.VersionedCycle),
        Tags: [...this.#loaded.file.tags, ...this.#place.tags],
      },
      Steps: this.#steps.map((step) => this.#writeStep(step)),
      Edges: edges.map(({ tail, head }, index) => ({
        ...this.#bindMembers(
          selectOtherKeys(toObject(edgeParts[index]), edgeEnds),
          `/Edges/${index}`,
        ),
        TailStep_Id: this.#idOf(tail),
        HeadStep_Id: this.#idOf(head),
      })),
      Variables: variables.map(({ name, isSecret }, index) => ({
        ...this.#bindMembers(toObject(variableParts[index]), `/Variables/${index}`),
        Id: index + 1,
        Name: name,
        ...(isSecret ? { Value: null } : {}),
      })),
      ExportedConnectors: blobs.map((digest) => {
        const text = this.#loaded.blobs.get(digest);
        return text === undefined ? null : (JSON.parse(text) as Json);
      }),
    };
  }

  #writeStep(meant: ResolvedStep): JsonObject {
    const { step, written, pointer, method } = meant;
    const { ActionData } = written;
    return {
      ...this.#bindMembers(selectOtherKeys(written, stepParts), pointer),
      Id: meant.id,
      Name: step.name,
      ...(ActionData === undefined
        ? {}
        : { ActionData: this.#closeText(ActionData, `${pointer}/ActionData`) }),
      Method_Id: method === null ? null : toWireId(method.id),
      AccountConnector_Id: this.#numberSlot(step.connector),
      AccountConnector: this.#writeConnector(meant),
      Method: this.#writeMethod(meant),
      CycleParameters: this.#writeMappings(meant, 'CycleParameters'),
      CycleFieldMappings: this.#writeMappings(meant, 'CycleFieldMappings'),
    };
  }

  #writeConnector({ step, written, offered, pointer }: ResolvedStep): Json {
    const part = written.AccountConnector;
    if (!isJsonObject(part) || step.connector === null || offered === null) return part ?? null;
    const installed = this.#place.connectors.get(step.connector.slot);
    const { Connector } = part;
    // An installed connector keeps its sign-in; the file's form is for a missing one.
    const reported =
      installed === undefined ? ['Connector'] : ['Connector', 'ConnectorAuthentication'];
    return {
      ...this.#bindMembers(selectOtherKeys(part, reported), `${pointer}/AccountConnector`),
      Name: installed?.name ?? step.connector.slot,
      Connector: {
        ...this.#bindMembers(toObject(Connector), `${pointer}/AccountConnector/Connector`),
        Id: toWireId(offered.release.id),
      },
    };
  }

  #writeMethod(meant: ResolvedStep): Json {
    const { written, method, pointer } = meant;
    const part = written.Method;
    if (!isJsonObject(part) || method === null) return null;
    const at = `${pointer}/Method`;
    const writeFormat = (name: string, items: ReadonlyMap<string, MethodItem>) => {
      const format = toObject(part[name]);
      return {
        ...this.#bindMembers(selectOtherKeys(format, ['Fields']), `${at}/${name}`),
        Fields: this.#writeItems(format.Fields, items),
      };
    };
    return {
      ...this.#bindMembers(
        selectOtherKeys(part, ['Parameters', 'RequestFormat', 'ResponseFormat']),
        at,
      ),
      Id: toWireId(method.id),
      Name: method.name,
      ...(method.uniqueId === null ? {} : { MethodUniqueIdentifier: method.uniqueId }),
      Parameters: this.#writeItems(part.Parameters, meant.parameters),
      // A webhook has its output in either list (SERVICE L).
      RequestFormat: writeFormat(
        'RequestFormat',
        meant.step.isWebhook ? meant.responses : meant.fields,
      ),
      ResponseFormat: writeFormat('ResponseFormat', meant.responses),
    };
  }

  // Skips items that the service no longer has; a mapping to one is reported.
  #writeItems(list: Json | undefined, items: ReadonlyMap<string, MethodItem>): JsonObject[] {
    return toList(list).flatMap((written) => {
      const label =
        parseSymbol('parameter', readMember(written, 'Id')) ??
        parseSymbol('field', readMember(written, 'Id'));
      const item = items.get(label ?? '');
      return item === undefined ? [] : [this.#writeItem(toObject(written), item)];
    });
  }

  #writeItem(written: JsonObject, item: MethodItem): JsonObject {
    const isField = parseSymbol('field', written.Id) !== null;
    return {
      Name: item.name,
      ...(isField ? { Location: item.name, ConnectorField: item.name } : { TargetName: item.name }),
      ...this.#bindMembers(selectOtherKeys(written, ['Id']), ''),
      Id: toWireId(item.id),
    };
  }

  #writeMappings(
    meant: ResolvedStep,
    part: 'CycleParameters' | 'CycleFieldMappings',
  ): JsonObject[] {
    const isField = part === 'CycleFieldMappings';
    const slot = isField ? 'fields' : 'parameters';
    const mappings = meant.step.mappings.filter((mapping) => mapping.slot === slot);
    const written = toList(meant.written[part]);
    return mappings.flatMap(({ target, source, pointer }, index) => {
      const mapping = toObject(written[index]);
      if (source.kind === 'secret') return [];
      const item = meant[slot].get(target);
      if (item === undefined) {
        if (meant.method !== null) this.#reportItem(meant, pointer, { slot, target });
        return [];
      }
      const rest = this.#bindMembers(selectOtherKeys(mapping, ['Field', 'ParameterId']), pointer);
      const field = { ...toObject(mapping.Field), Id: `field:${target}` };
      return [
        isField
          ? { Field: this.#writeItem(field, item), ...rest }
          : { ParameterId: toWireId(item.id), ...rest },
      ];
    });
  }

  #reportItem(
    meant: ResolvedStep,
    pointer: string,
    { slot, target }: { readonly slot: 'parameters' | 'fields'; readonly target: string },
  ): void {
    const what = slot === 'fields' ? 'request field' : 'parameter';
    const summary = `The method ${JSON.stringify(meant.step.method)} has no ${what} ${JSON.stringify(target)} here`;
    this.#report(pointer, summary, formatNearest(target, meant[slot].keys()));
  }

  #report(pointer: string, summary: string, remedy: string | null = null): void {
    const at = this.#loaded.spanOf(pointer);
    const advice = remedy === null ? {} : { remedy };
    this.diagnostics.push(reportError('cycle-file-target', { summary, at, ...advice }));
  }

  // Uses ids of the account's connectors only if all are known, because numbers of ours beside them
  // could be ids too.
  #numberSlot(connector: FileConnector | null): Json {
    if (connector === null) return null;
    const ids = this.#slots.map((slot) => this.#place.connectors.get(slot)?.id);
    const index = this.#slots.indexOf(connector.slot);
    const id = ids.includes(undefined) ? undefined : ids[index];
    return id === undefined ? index + 1 : toWireId(id);
  }

  #idOf(label: string): string | null {
    return this.#steps.find(({ step }) => step.label === label)?.id ?? null;
  }

  #closeText(value: Json, pointer: string): Json {
    const bound = this.#bind(value, pointer);
    return typeof bound === 'object' && bound !== null ? JSON.stringify(bound) : bound;
  }

  #bindMembers(object: JsonObject, pointer: string): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        proseKeys.has(name) ? value : this.#bind(value, toEntryPointer(pointer, name)),
      ]),
    );
  }

  #bind(value: Json, pointer: string): Json {
    if (typeof value === 'string') return this.#bindText(value, pointer);
    if (isJsonObject(value)) return this.#bindMembers(value, pointer);
    if (!Array.isArray(value)) return value;
    return value.map((item, index) => this.#bind(item as Json, toEntryPointer(pointer, index)));
  }

  #bindText(text: string, pointer: string): string {
    const bound = bindText(text, this.#shape);
    if (bound !== null && listReferences(bound).length === 0) return bound;
    this.#report(pointer, 'The service has no such response field for this value');
    return text;
  }
}

const rootParts = ['format', 'Name', 'Steps', 'Edges', 'Variables', 'ExportedConnectors'];
const edgeEnds = ['TailStep_Id', 'HeadStep_Id'];
const stepParts = [
  'Id',
  'Name',
  'ActionData',
  'Method_Id',
  'AccountConnector_Id',
  'AccountConnector',
  'Method',
  'CycleParameters',
  'CycleFieldMappings',
];

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toWireId(id: RemoteId): string | number {
  return /^\d{1,15}$/.test(id) ? Number(id) : id;
}
