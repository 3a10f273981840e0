import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import { count, formatAligned, type TextPlacement } from '../../../kit/text/text-layout.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { CycleFile, FileStep } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatTarget } from '../../../reports/blocks/words/format-target.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { TemplateMade, TemplateOutcome } from './template-outcome.ts';

const placement: TextPlacement = { column: 36, hang: 6 };

/** Formats the template to create, for the prompt: its steps and their connectors. */
export function formatTemplateImport(name: string, file: CycleFile, target: PlanTarget): string {
  const { steps, variables, blobs } = file;
  const secrets = [
    ...steps.flatMap(({ label, mappings }) =>
      mappings
        .filter(({ source }) => source.kind === 'secret')
        .map(({ slot, target: at }) => toFieldPath('steps', label, slot, at)),
    ),
    ...variables
      .filter(({ isSecret }) => isSecret)
      .map((each) => toFieldPath('variables', each.name)),
  ];
  const lines = [
    `Template ${formatQuoted(name)}  ${formatTarget(target)}`,
    '',
    `Creates a new template with ${count(steps.length, 'step')}:`,
    ...steps.map((step) =>
      formatAligned(`  ${formatName(step.label)}`, formatStep(step), placement),
    ),
    ...variables.map((each) => toLine(`  variable ${formatQuoted(each.name)}`)),
    ...(blobs.length === 0
      ? []
      : [`${count(blobs.length, 'opaque part')} of the file cannot be shown.`]),
    ...secrets.map((path) => toLine(`No secret is sent: ${path} stays empty in the template.`)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatStep({ method, connector }: FileStep): string {
  const work = method === null ? 'no method' : formatName(method);
  if (connector === null) return work;
  const { name, version } = connector;
  return `${formatName(name)}${version === null ? '' : ` ${formatName(version)}`}, ${work}`;
}

/** Formats the result and the id for a manifest. */
export function formatTemplateMade(name: string, { id, isEarlier }: TemplateMade): string {
  const what = isEarlier ? 'An earlier import created' : 'Created';
  const known = id === null ? 'the service did not return its id' : `its id is ${formatName(id)}`;
  return `${toLine(`${what} the template ${formatQuoted(name)}; ${known}.`)}\n`;
}

/** Formats the result as data. */
export function formatTemplateImportJson(
  name: string,
  outcome: TemplateOutcome,
  reported: Iterable<Diagnostic>,
): string {
  const { kind } = outcome;
  const id = outcome.kind === 'made' ? outcome.id : null;
  const template = { name, id, outcome: kind };
  return formatDocument('import', { template, diagnostics: [...reported] });
}
