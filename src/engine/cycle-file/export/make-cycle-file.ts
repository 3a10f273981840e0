import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import {
  isJsonObject,
  isWithinLevels,
  type Json,
  type JsonObject,
  parseJsonText,
  readMember,
  toList,
} from '../../../kit/json/json.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import {
  type Blob,
  cycleFileFormat,
  mappingCodes,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { MappingSlot } from '../../../model/desired/mapping.ts';
import { normaliseVersioned } from '../normalise-versioned.ts';
import {
  isLeftOut,
  maxLevels,
  orderKeys,
  otherKeys,
  ownParts,
  proseKeys,
  rootEnd,
  rootKeys,
  selectKeys,
  selectOtherKeys,
  stepEnd,
  stepKeys,
} from '../order-keys.ts';
import { toFieldDocument, toItemDocuments } from '../to-item-documents.ts';
import { listUnresolvedIds } from './list-unresolved-ids.ts';
import {
  type Export,
  type ExportItem,
  type ExportStep,
  parseExport,
  toEdgeEnds,
  toId,
  toText,
} from './parse-export.ts';
import { formatConnectorSymbol, formatSymbol } from './parse-symbol.ts';
import { type IsSecret, toValueText } from './possible-secret.ts';
import { toNamedText } from './to-named-text.ts';

/** A new cycle file. */
export type MadeCycleFile = {
  readonly kind: 'made';
  readonly document: JsonObject;
  readonly blobs: readonly Blob[];
  /** Paths of secrets, whose values the manifest has. */
  readonly secrets: readonly FieldPath[];
  /** Pointers of unresolved ids, which have no meaning in another service. */
  readonly unresolvedIds: readonly string[];
};

/**
 * Makes the cycle file of an export (SERVICE E.2): ordered keys, names instead of ids, without
 * timestamps and local data.
 */
export function makeCycleFile(
  raw: Json,
  isSecret: IsSecret = () => false,
  exported: keyof typeof ownParts = 'cycle',
): MadeCycleFile | { readonly kind: 'unexpected'; readonly says: string } {
  const read = parseExport(raw);
  if ('wrong' in read) return { kind: 'unexpected', says: read.wrong };
  const making = new CycleFileBuilder(read, isSecret, exported);
  const document = making.writeDocument();
  return {
    kind: 'made',
    document,
    blobs: making.blobs,
    secrets: making.secrets,
    unresolvedIds: listUnresolvedIds(document),
  };
}

class CycleFileBuilder {
  readonly blobs: Blob[] = [];
  readonly secrets: FieldPath[] = [];
  readonly #read: Export;
  readonly #isSecret: IsSecret;
  readonly #exported: keyof typeof ownParts;

  constructor(read: Export, isSecret: IsSecret, exported: keyof typeof ownParts) {
    this.#read = read;
    this.#isSecret = isSecret;
    this.#exported = exported;
  }

  writeDocument(): JsonObject {
    const { raw, steps, edges } = this.#read;
    const parts: Record<string, Json> = {
      ...this.#copy(selectOtherKeys(raw, ['Id', 'Status', 'Steps', 'Edges'])),
      ...(isJsonObject(raw.VersionedCycle)
        ? { VersionedCycle: normaliseVersioned(this.#copy(raw.VersionedCycle), this.#exported) }
        : {}),
      format: cycleFileFormat,
      Steps: steps.map((step) => this.#writeStep(step)),
      Edges: edges.map((edge) => this.#writeEdge(edge)),
      Variables: toList(raw.Variables)
        .filter(isJsonObject)
        .map((item) => this.#writeVariable(item)),
      ExportedConnectors: toList(raw.ExportedConnectors).map((item) => this.#addBlob(item)),
    };
    return selectKeys(parts, orderKeys(Object.keys(parts), { first: rootKeys, last: rootEnd }));
  }

  #writeStep(step: ExportStep): JsonObject {
    const { raw } = step;
    const { Method, AccountConnector, ActionData } = raw;
    const rest = selectOtherKeys(raw, [...stepEnd, 'ActionData']);
    const method = isJsonObject(Method) ? Method : null;
    const methodName = readMember(method ?? undefined, 'Name');
    const parts: Record<string, Json> = {
      ...this.#copy(rest),
      Id: formatSymbol('step', step.label),
      ...(ActionData === undefined ? {} : { ActionData: this.#openText(ActionData) }),
      ...(typeof methodName === 'string' ? { Method_Id: formatSymbol('method', methodName) } : {}),
      ...(step.connector === null
        ? {}
        : { AccountConnector_Id: formatConnectorSymbol(step.connector) }),
      CycleParameters: this.#writeMappings(step, 'parameters', raw.CycleParameters),
      CycleFieldMappings: this.#writeMappings(step, 'fields', raw.CycleFieldMappings),
      ...(AccountConnector === undefined
        ? {}
        : { AccountConnector: this.#writeConnector(AccountConnector) }),
      ...(Method === undefined ? {} : { Method: this.#writeMethod(step, method) }),
    };
    return selectKeys(parts, orderKeys(Object.keys(parts), { first: stepKeys, last: stepEnd }));
  }

  #writeConnector(written: Json): Json {
    if (!isJsonObject(written)) return null;
    const rest = selectOtherKeys(written, ['Connector', ...ownParts[this.#exported]]);
    const { Connector } = written;
    if (!isJsonObject(Connector)) return this.#copy(rest);
    const { Parameters } = Connector;
    const parameters = toList(Parameters)
      .filter(isJsonObject)
      .map((item) => selectOtherKeys(item, ['Id', 'Value']));
    return this.#copy({
      Connector: {
        ...selectOtherKeys(Connector, ['Id']),
        ...(Parameters === undefined ? {} : { Parameters: parameters }),
      },
      ...rest,
    });
  }

  // Parameters and fields of the method belong to its connector.
  #writeMethod(step: ExportStep, method: JsonObject | null): Json {
    if (method === null) return null;
    const { RequestFormat, ResponseFormat } = method;
    const copy = (value: Json) => this.#copy(value);
    const writeFormat = (written: Json | undefined, items: readonly ExportItem[]) => ({
      ...(isJsonObject(written) ? this.#copy(selectOtherKeys(written, ['Fields'])) : {}),
      Fields: toItemDocuments('field', items, copy),
    });
    return {
      ...this.#copy(selectOtherKeys(method, methodParts)),
      Parameters: toItemDocuments('parameter', step.parameters, copy),
      RequestFormat: writeFormat(RequestFormat, step.fields),
      ResponseFormat: writeFormat(ResponseFormat, step.responses),
    };
  }

  #writeMappings(step: ExportStep, slot: MappingSlot, list: Json | undefined): Json {
    const items = step[slot];
    return toList(list)
      .filter(isJsonObject)
      .map((mapping) => this.#writeMapping(mapping, { step, slot, items }))
      .sort((left, right) => (left.label < right.label ? -1 : left.label > right.label ? 1 : 0))
      .map(({ written }) => written);
  }

  #writeMapping(
    mapping: JsonObject,
    at: {
      readonly step: ExportStep;
      readonly slot: MappingSlot;
      readonly items: readonly ExportItem[];
    },
  ): { readonly label: string; readonly written: JsonObject } {
    const { ParameterId, Field, Value } = mapping;
    const rest = selectOtherKeys(mapping, ['ParameterId', 'Field', 'Value']);
    const isField = at.slot === 'fields';
    const id = toId(isField ? readMember(Field, 'Id') : ParameterId);
    const item = at.items.find((each) => each.id === id);
    const label = item?.label ?? '';
    const path = toFieldPath('steps', at.step.label, at.slot, label);
    // Secrets that the service marks have no text here (ports.ts); this finds those that the
    // manifest marks.
    const isSensitive = this.#isSecret(path, {
      name: label,
      text: toValueText(Value),
      isSensitive: item?.raw.IsSensitive === true,
    });
    const isText = !otherCodes.has(readMember(mapping, 'CycleEntityMappingType') as number);
    const isMarked = isJsonObject(Value) || (isSensitive && isText && Value !== null);
    if (isMarked) this.secrets.push(path);
    const target = isField
      ? {
          Field:
            item === undefined
              ? this.#copy(Field ?? null)
              : toFieldDocument(item, Field, (each) => this.#copy(each)),
        }
      : {
          ParameterId:
            item === undefined ? (ParameterId ?? null) : formatSymbol('parameter', label),
        };
    const parts: Record<string, Json> = {
      ...target,
      Value: isMarked ? { secret: path } : this.#copy(Value ?? null),
      ...this.#copy(rest),
    };
    return {
      label,
      written: selectKeys(parts, orderKeys(Object.keys(parts), { first: otherKeys })),
    };
  }

  #writeEdge(edge: JsonObject): JsonObject {
    const { TailStep_Id, HeadStep_Id } = edge;
    const rest = selectOtherKeys(edge, ['Id', 'TailStep_Id', 'HeadStep_Id']);
    const [tail, head] = toEdgeEnds(edge).map((id) =>
      this.#read.steps.find((step) => step.id === id),
    );
    const parts: Record<string, Json> = {
      TailStep_Id: tail === undefined ? (TailStep_Id ?? null) : formatSymbol('step', tail.label),
      HeadStep_Id: head === undefined ? (HeadStep_Id ?? null) : formatSymbol('step', head.label),
      ...this.#copy(rest),
    };
    return selectKeys(parts, orderKeys(Object.keys(parts), { first: otherKeys }));
  }

  #writeVariable(variable: JsonObject): JsonObject {
    const { Name, Value } = variable;
    const rest = selectOtherKeys(variable, ['Id', 'Name', 'Value']);
    const name = toText(Name);
    const path = toFieldPath('variables', name);
    const locked = { name, text: toValueText(Value), isSensitive: false };
    const isMarked = isJsonObject(Value) || (Value !== null && this.#isSecret(path, locked));
    if (isMarked) this.secrets.push(path);
    return {
      Name: Name ?? null,
      Value: isMarked ? { secret: path } : this.#copy(Value ?? null),
      ...this.#copy(rest),
    };
  }

  #addBlob(value: Json): Json {
    const text = formatCanonicalJson(value);
    const digest = toHash(text);
    if (!this.blobs.some((blob) => blob.digest === digest)) this.blobs.push({ digest, text });
    return formatSymbol('blob', digest);
  }

  // JSON inside a text is written as JSON, so that it can be reviewed.
  #openText(written: Json): Json {
    if (typeof written !== 'string') return this.#copy(written);
    const value = parseJsonText(written);
    if (value === null) return written;
    const isOpened = typeof value === 'object' && isWithinLevels(value, maxLevels);
    return this.#copy(isOpened ? value : written);
  }

  #copy<T extends Json>(value: T): T {
    return this.#copyAny(value) as T;
  }

  #copyAny(value: Json): Json {
    if (typeof value === 'string') return toNamedText(value, this.#read.shape);
    if (Array.isArray(value)) return value.map((item) => this.#copy(item as Json));
    if (!isJsonObject(value)) return value;
    const kept = Object.keys(value).filter((name) => !isLeftOut(name));
    return Object.fromEntries(
      orderKeys(kept, { first: otherKeys }).map((name) => {
        const item = value[name] ?? null;
        return [name, proseKeys.has(name) ? item : this.#copy(item)];
      }),
    );
  }
}

const methodParts = 'Id MethodUniqueIdentifier Parameters RequestFormat ResponseFormat'.split(' ');

/** CycleEntityMappingTypes without a text value. */
const otherCodes: ReadonlySet<number> = new Set(
  Object.entries(mappingCodes).flatMap(([kind, code]) => (kind === 'value' ? [] : [code])),
);
