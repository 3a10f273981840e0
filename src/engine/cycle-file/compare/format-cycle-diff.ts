import type { Json } from '../../../kit/json/json.ts';
import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import type { FileSource } from '../../../model/desired/cycle-file/cycle-file.ts';
import type {
  CycleFileChange,
  FileVariableValue,
} from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';

/** Formats the differences of two cycle files, one sentence each, as in a plan. */
export function formatCycleDiff(changes: readonly CycleFileChange[]): string[] {
  return changes.map((change) => toLine(formatOne(change)));
}

function formatOne(change: CycleFileChange): string {
  switch (change.kind) {
    case 'renamed':
      return `the cycle is renamed from ${formatQuoted(change.before)} to ${formatQuoted(change.after)}`;
    case 'step-added':
      return `step ${formatQuoted(change.step)} added: ${formatName(change.says)}`;
    case 'step-removed':
      return `step ${formatQuoted(change.step)} removed: ${formatName(change.says)}`;
    case 'step-renamed':
      return `step ${formatQuoted(change.before)} is renamed to ${formatQuoted(change.after)}`;
    case 'step-moved':
      return `step ${formatQuoted(change.step)} calls another method: ${formatName(change.before)} → ${formatName(change.after)}`;
    case 'edge-added':
      return `edge added: ${formatQuoted(change.head)} runs after ${formatQuoted(change.tail)}`;
    case 'edge-removed':
      return `edge removed: ${formatQuoted(change.head)} no longer runs after ${formatQuoted(change.tail)}`;
    case 'edge-setting':
      return `edge from ${formatQuoted(change.tail)} to ${formatQuoted(change.head)}, ${formatSetting(change)}`;
    case 'mapping':
      return formatMapping(change);
    case 'mapping-setting':
      return `${formatTarget(change)}, ${formatSetting(change)}`;
    case 'variable':
      return formatVariable(change);
    case 'setting':
      return `${change.step === null ? '' : `step ${formatQuoted(change.step)}, `}${formatSetting(change)}`;
    case 'described':
      return `step ${formatQuoted(change.step)}: its connector describes the method differently`;
    case 'layout':
      return `step ${formatQuoted(change.step)} has another position in the diagram`;
    case 'opaque':
      return `${change.count} opaque ${change.count === 1 ? 'part differs' : 'parts differ'}; the difference cannot be shown`;
  }
}

type SettingChange = Extract<CycleFileChange, { readonly kind: 'setting' }>;

function formatSetting({ name, before, after }: Omit<SettingChange, 'kind' | 'step'>): string {
  return `setting ${formatName(name)}: ${formatJson(before)} → ${formatJson(after)}`;
}

type Target = Pick<
  Extract<CycleFileChange, { readonly kind: 'mapping' }>,
  'step' | 'slot' | 'target'
>;

function formatTarget({ step, slot, target }: Target): string {
  const what = slot === 'parameters' ? 'parameter' : 'field';
  return `${what} ${formatName(target)} of step ${formatQuoted(step)}`;
}

function formatMapping(change: Extract<CycleFileChange, { readonly kind: 'mapping' }>): string {
  const { before, after } = change;
  const location = formatTarget(change);
  if (before === null) return `${location} mapped: ${formatSource(after)}`;
  if (after === null) return `${location} no longer mapped, was ${formatSource(before)}`;
  return `${location}: ${formatSource(before)} → ${formatSource(after)}`;
}

function formatVariable(change: Extract<CycleFileChange, { readonly kind: 'variable' }>): string {
  const { name, before, after } = change;
  if (before === null) return `variable ${formatQuoted(name)} added: ${formatValue(after)}`;
  if (after === null) return `variable ${formatQuoted(name)} removed, was ${formatValue(before)}`;
  return `variable ${formatQuoted(name)}: ${formatValue(before)} → ${formatValue(after)}`;
}

function formatValue(value: FileVariableValue | null): string {
  if (value === null || value.value === null) return value?.isSecret ? 'a secret' : 'nothing';
  return formatQuoted(value.value);
}

function formatSource(source: FileSource | null): string {
  if (source === null) return 'nothing';
  if (source.kind === 'secret') return 'a secret';
  if (source.kind === 'other') return formatJson(source.written);
  return formatShownValue({ kind: 'plain', value: source });
}

function formatJson(value: Json): string {
  if (value === null) return 'nothing';
  return typeof value === 'string' ? formatQuoted(value) : formatName(JSON.stringify(value));
}
