import {
  type EditorSchemaState,
  type EditorSchemas,
  editorKinds,
} from '../../../../app/project/update-editor-schema.ts';
import type { CatalogChange } from '../../../../engine/catalog/compare-catalogs.ts';
import { formatName, formatQuoted } from '../../../../kit/text/format-name.ts';
import { count, formatParagraph, formatSpread } from '../../../../kit/text/text-layout.ts';
import { catalogFile, type SavedCatalog } from '../../../../model/live/saved-catalog.ts';
import { toSchemaFile } from '../../../../model/manifest/manifest.ts';
import type { PlanTarget } from '../../../../model/plan/plan.ts';
import { formatCommand } from '../../../../model/report/advice/commands.ts';
import { formatTarget } from '../../../../reports/blocks/words/format-target.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';
import type { Paint } from '../../../../reports/text/paint.ts';
import type { CatalogSaving } from './saving.ts';

/** Listed changes; JSON has all of them. */
const maxChanges = 100;

const marks = { added: '+', removed: '-', changed: '~' } as const;

/** Formats the result of a save or a check, with each change by name. */
export function formatSavedText(saving: CatalogSaving, target: PlanTarget, paint: Paint): string {
  const { changes, present } = saving;
  const size = `${count(present.connectors.length, 'release')}, ${count(present.templates.length, 'template')}`;
  const listed = changes ?? [];
  const lines = listed
    .slice(0, maxChanges)
    .map((change) => formatParagraph(formatChange(change), 2));
  const rest = listed.length - lines.length;
  return [
    formatSpread(paint.bold(`${catalogFile}  ${formatTarget(target)}`), size),
    '',
    ...lines,
    ...(rest > 0 ? [`  and ${count(rest, 'more change')}; --format json lists all`] : []),
    ...(lines.length > 0 ? [''] : []),
    ...[...formatResult(saving), ...formatSchemaStates(saving)].map((line) =>
      formatParagraph(line, 0),
    ),
    '',
  ].join('\n');
}

function formatResult(saving: CatalogSaving): readonly string[] {
  const { changes, isFound, isCheck, isWritten, environment, directory, present } = saving;
  const differs = `${count(changes?.length ?? 0, 'change')} since ${catalogFile} was saved.`;
  const command = formatCommand('catalog save', { environment, directory });
  if (isCheck) {
    if (changes === null) {
      const lacking = isFound
        ? `${catalogFile} has no catalog of ${formatName(environment)}.`
        : `The project has no ${catalogFile}.`;
      return [lacking, `To save it: ${command}`];
    }
    return changes.length === 0
      ? [`${catalogFile} is up to date.`]
      : [differs, `To save them: ${command}`];
  }
  if (!isWritten) return [`${catalogFile} is up to date.`];
  return [`Saved ${formatContent(present)} to ${catalogFile}.`];
}

const leftAlone: Readonly<Partial<Record<EditorSchemaState, string>>> = {
  foreign: 'It is not a schema of cyclectl.',
  unreadable: 'It is no file that this user may read, or a link out of the project folder.',
  'too-large': 'It would be larger than 16 MiB.',
  refused: 'A world has mistakes, which cyclectl validate shows.',
};

function formatSchemaStates({
  schemas,
  changes,
  environment,
  directory,
}: CatalogSaving): readonly string[] {
  const stale = Object.values(schemas).filter((state) => state === 'stale').length;
  const command = formatCommand('catalog save', { environment, directory });
  const next = `To write ${stale === 1 ? 'it' : 'them'}: ${command}`;
  return [
    ...editorKinds.flatMap((kind) => formatSchemaState(kind, schemas[kind])),
    ...(stale > 0 && changes?.length === 0 ? [next] : []),
  ];
}

const written = { account: 'Wrote its names', fleet: 'Wrote blueprints and their inputs' } as const;

function formatSchemaState(kind: keyof EditorSchemas, state: EditorSchemaState): readonly string[] {
  const file = toSchemaFile(kind);
  const why = leftAlone[state];
  if (why !== undefined) return [`${file}, for editors, was left as it is. ${why}`];
  switch (state) {
    case 'written':
      return [`${written[kind]} to ${file}, for editors.`];
    case 'current':
      return [`${file}, for editors, is up to date.`];
    case 'stale':
      return [`${file}, for editors, is out of date.`];
    default:
      return [];
  }
}

function formatContent({ connectors, templates }: SavedCatalog): string {
  const full = connectors.filter(({ properties }) => properties !== undefined).length;
  const whole = templates.filter(({ steps }) => steps !== undefined).length;
  const names = connectors.length - full + templates.length - whole;
  const others = names === 0 ? '' : `, and ${count(names, 'name')}`;
  return `${count(full, 'release')} and ${count(whole, 'template')} in full${others}`;
}

function formatChange({ kind, path, before, after }: CatalogChange): string {
  const names = path.map(({ thing, name }) => `${thing} ${formatQuoted(name)}`).join(', ');
  const head = `${marks[kind]} ${names}`;
  if (kind === 'changed') return `${head}: ${formatText(before)} → ${formatText(after)}`;
  const text = kind === 'added' ? after : before;
  return text === null ? head : `${head}: ${formatText(text)}`;
}

function formatText(text: string | null): string {
  return text === null ? 'nothing' : formatName(text);
}

/** Formats the same as data. */
export function formatSavedJson({
  environment,
  present,
  changes,
  isCheck,
  schemas,
  isWritten,
}: CatalogSaving): string {
  const run = {
    environment,
    file: catalogFile,
    check: isCheck,
    written: isWritten,
    schema: schemas.account,
    fleetSchema: schemas.fleet,
    isSaved: changes !== null,
    releases: present.connectors.length,
    templates: present.templates.length,
  };
  return formatDocument('catalog-save', { run, changes: changes ?? [] });
}
