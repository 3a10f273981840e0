import type {
  SavedCatalogs,
  SavedItem,
  SavedMethod,
  SavedRelease,
  SavedTemplate,
} from '../../src/model/live/saved-catalog.ts';

/** A catalog of 500 connectors with 50 methods each, in full, and 100 templates of ten steps. */
export function makeLargeCatalog(): SavedCatalogs {
  const connectors = range(500).flatMap((connector): readonly SavedRelease[] => [
    ...(connector % 10 === 1 ? [toRelease(connector, '1.0')] : []),
    toRelease(connector, '2.0'),
  ]);
  const templates = range(100).map(toTemplate);
  return new Map([['prod', { areTemplatesListed: true, connectors, templates }]]);
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function toRelease(connector: number, version: string): SavedRelease {
  return {
    name: `Connector ${connector}`,
    version,
    authentications: [
      { name: 'Key', type: 'ApiKey' },
      { name: 'Person', type: 'OAuth2' },
    ],
    properties: [
      { name: 'region', required: true, values: ['eu', 'us'] },
      { name: 'timeout', type: 'Integer' },
      { name: `only ${version}` },
    ],
    methods: range(50).map((method) => toMethod(method)),
  };
}

function toMethod(method: number): SavedMethod {
  return {
    name: `Method ${method}`,
    category: 'Objects',
    type: 'Action',
    parameters: [
      { name: `of ${method}`, type: 'String', required: true },
      { name: 'Limit', type: 'Integer' },
      { name: 'Order', values: ['asc', 'desc'] },
    ],
  };
}

function toTemplate(template: number): SavedTemplate {
  const steps = range(10).map((step) => {
    const items = (kind: string): readonly SavedItem[] => [
      { name: `${kind} of ${template}`, type: 'String', required: true },
      { name: `${kind} of step ${step}`, values: ['fast', 'slow', 'a: b'] },
      { name: 'Token', secret: true, required: true },
      { name: 'Size', type: 'Integer', set: true },
    ];
    return {
      name: `Step ${step}`,
      connector: `Connector ${step}`,
      method: `Method ${step}`,
      ...(step === 1 ? {} : { after: [`Step ${step - 1}`] }),
      parameters: items('Parameter'),
      fields: items('Field'),
      responses: [`Answer ${step}`, 'Id'],
    };
  });
  const variables = [{ name: 'Region', set: true as const }, { name: `Only ${template}` }];
  return { name: `Template ${template}`, tags: ['stable'], steps, variables };
}
