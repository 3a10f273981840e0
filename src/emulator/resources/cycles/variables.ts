import { toHash } from '../../../kit/hash.ts';
import { Body, type Given, update, withDefault } from '../../http/body/body.ts';
import { type Call, readParam } from '../../http/call.ts';
import { makeListReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import type { CycleRow, VariableRow } from './cycle-row.ts';
import { readCycle, readEditableCycle, writeCycle } from './find-cycle.ts';

// Variables have a SystemName in paths and a DisplayName for people (SERVICE I.25). Every change is
// a 409 while the cycle runs (SERVICE A.5 [T]).

/** GET /cycles/{id}/variables. */
export function listVariables(call: Call): Reply {
  return answerVariables(call, readCycle(call).variables);
}

/** POST answers 200 (SERVICE A.5 [T]). */
export function createVariable(call: Call): Reply {
  const cycle = readEditableCycle(call);
  const variable = makeVariable(cycle, call.body);
  writeVariables(call, cycle, [...cycle.variables, variable]);
  return makeReply(toVariableJson(variable));
}

/**
 * PATCH takes an array, creates or updates each variable, and answers with those (SERVICE A.5
 * [T][D]).
 */
export function saveVariables(call: Call): Reply {
  let cycle = readEditableCycle(call);
  if (!Array.isArray(call.json)) {
    throw new Refusal(400, 'The request is invalid: its body is not an array.');
  }
  const changed: VariableRow[] = [];
  for (const item of call.json.map((each) => new Body(each))) {
    const stored = findGiven(cycle, item);
    const variable =
      stored === undefined ? makeVariable(cycle, item) : changeVariable(stored, item);
    changed.push(variable);
    cycle = { ...cycle, variables: putVariable(cycle.variables, variable) };
  }
  writeCycle(call.state, cycle);
  return answerVariables(call, changed);
}

/** GET /cycles/{id}/variables/{systemName}. */
export function describeVariable(call: Call): Reply {
  return makeReply(toVariableJson(readVariable(call, readCycle(call))));
}

/** PUT /cycles/{id}/variables/{systemName}: a partial update. */
export function updateVariable(call: Call): Reply {
  const cycle = readEditableCycle(call);
  const variable = changeVariable(readVariable(call, cycle), call.body);
  writeVariables(call, cycle, putVariable(cycle.variables, variable));
  return makeReply(toVariableJson(variable));
}

/** DELETE /cycles/{id}/variables/{systemName}. */
export function deleteVariable(call: Call): Reply {
  const cycle = readEditableCycle(call);
  const variable = readVariable(call, cycle);
  writeVariables(
    call,
    cycle,
    cycle.variables.filter((each) => each !== variable),
  );
  return makeReply({});
}

/** System name of a display name; the same if it has only letters, digits and underscores. */
export function toSystemName(displayName: string): string {
  const plain = displayName.replaceAll(/\W+/g, '_');
  return plain === displayName ? plain : `${plain}_${toHash(displayName).slice(0, 4)}`;
}

function makeVariable(cycle: CycleRow, body: Body): VariableRow {
  const displayName = withDefault(body.text('DisplayName'), '');
  if (displayName === '') {
    throw new Refusal(400, 'DisplayName is required');
  }
  if (cycle.variables.some((each) => each.displayName === displayName)) {
    throw new Refusal(400, `A variable named '${displayName}' already exists.`);
  }
  const value = update(null, body.text('Value'));
  return {
    displayName,
    systemName: toSystemName(displayName),
    value,
    mappingType: withDefault(readMappingType(body), value === null ? null : 'StaticValue'),
    isOwn: true,
  };
}

function changeVariable(stored: VariableRow, body: Body): VariableRow {
  const value = update(stored.value, body.text('Value'));
  const derived = value === null ? null : (stored.mappingType ?? 'StaticValue');
  return {
    ...stored,
    value,
    mappingType: withDefault(readMappingType(body), derived),
    isOwn: true,
  };
}

function readMappingType(body: Body): Given<string> {
  const given = body.text('MappingType');
  if (given.kind === 'value' && !['StaticValue', 'ValueList', 'Ignore'].includes(given.value)) {
    throw new Refusal(400, `'${given.value}' is not a valid MappingType.`);
  }
  return given;
}

function findGiven(cycle: CycleRow, body: Body): VariableRow | undefined {
  const systemName = withDefault(body.text('SystemName'), '');
  const displayName = withDefault(body.text('DisplayName'), '');
  return cycle.variables.find((each) =>
    systemName === '' ? each.displayName === displayName : each.systemName === systemName,
  );
}

function putVariable(
  variables: readonly VariableRow[],
  variable: VariableRow,
): readonly VariableRow[] {
  const isKnown = variables.some((each) => each.systemName === variable.systemName);
  return isKnown
    ? variables.map((each) => (each.systemName === variable.systemName ? variable : each))
    : [...variables, variable];
}

function readVariable(call: Call, cycle: CycleRow): VariableRow {
  const name = readParam(call, 'systemName');
  const variable = cycle.variables.find((each) => each.systemName === name);
  if (variable === undefined) {
    throw makeNotFound('The variable');
  }
  return variable;
}

function writeVariables(call: Call, cycle: CycleRow, variables: readonly VariableRow[]): void {
  writeCycle(call.state, { ...cycle, variables });
}

function answerVariables(call: Call, variables: readonly VariableRow[]): Reply {
  return makeListReply(
    call,
    variables.map((value) => ({ id: value.systemName, name: value.displayName, value })),
    toVariableJson,
  );
}

function toVariableJson(variable: VariableRow): unknown {
  return {
    DisplayName: variable.displayName,
    SystemName: variable.systemName,
    Value: variable.value,
    MappingType: variable.mappingType,
  };
}
