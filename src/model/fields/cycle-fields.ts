import { type FieldRow, plainField } from './field-row.ts';

const ofCycle = { ...plainField, kind: 'cycle', onChange: 'interrupts' } as const;

/** Settings in words and flags of the service, by manifest key and property. */
export const cycleSettings = [
  'errorAction',
  'collectionSplit',
  'logRequests',
  'shareable',
] as const;

/** Returns whether a manifest can say a word of the service: all that are proven start with a capital (SERVICE B). */
export function isServiceWord(word: string): boolean {
  return /^[A-Z][A-Za-z]*$/.test(word);
}

/** Rows of the field table for cycles. */
export const cycleFields: readonly FieldRow[] = [
  {
    ...ofCycle,
    path: 'from/template',
    wire: ['TemplateId'],
    onChange: 'replaces',
    writable: 'at-creation',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'from/file',
    wire: ['Steps', 'Edges'],
    readable: 'depends',
    onChange: 'replaces',
    writable: 'at-creation',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE E.2 [P]',
  },
  { ...ofCycle, path: 'displayName', wire: ['Name'], property: 'name', source: 'SERVICE A.5 [T]' },
  {
    ...ofCycle,
    path: 'description',
    wire: ['Description'],
    property: 'description',
    clear: 'null',
    normaliser: 'empty-is-null',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'tags',
    wire: ['Tags'],
    property: 'tags',
    normaliser: 'set',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'retention/successHours',
    wire: ['StepDataSuccessRetentionHours'],
    property: 'successHours',
    clear: 'null',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'retention/erroredHours',
    wire: ['StepDataErroredRetentionHours'],
    property: 'erroredHours',
    clear: 'null',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'errorAction',
    wire: ['StepErrorAction'],
    property: 'errorAction',
    source: 'SERVICE A.5, B [T]',
  },
  {
    ...ofCycle,
    path: 'collectionSplit',
    wire: ['CollectionSplitType'],
    property: 'collectionSplit',
    source: 'SERVICE A.5, B [T]',
  },
  {
    ...ofCycle,
    path: 'logRequests',
    wire: ['LogStepDataRequests'],
    property: 'logRequests',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'shareable',
    wire: ['Shareable'],
    property: 'shareable',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'connectors/*',
    wire: ['AccountConnector.Id'],
    source: 'SERVICE A.5 [T]; assumed: a connector is bound by the id of each step',
  },
  {
    ...ofCycle,
    path: 'variables/*',
    wire: ['Value'],
    sensitive: 'by-reference',
    source: 'SERVICE A.5 [T], I.25',
  },
  {
    ...ofCycle,
    path: 'steps/*/parameters/*',
    wire: ['MappingType', 'Value'],
    sensitive: 'by-catalogue',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.6 [T, D], I.18',
  },
  {
    ...ofCycle,
    path: 'steps/*/fields/*',
    normaliser: 'ignored-is-null',
    wire: ['MappingType', 'Value', 'SourceStepId', 'SourceFieldId'],
    sensitive: 'by-reference',
    contract: 'documented',
    source: 'SPEC 2.6, 4.6; SERVICE A.6 [T, D, R2]',
  },
  {
    ...ofCycle,
    path: 'steps/*/launchVisible/*/*',
    wire: ['IsLaunchVisible'],
    readable: 'depends',
    source: 'SERVICE A.6 [T, D]; assumed: a request with it alone keeps the mapping',
  },
  {
    ...ofCycle,
    path: 'state',
    wire: ['Status'],
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'schedule',
    wire: ['StartTime', 'Interval', 'RunOnce'],
    readable: 'depends',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.5 [D], I.1',
  },
];
