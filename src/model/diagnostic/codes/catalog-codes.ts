/** Codes of catalog.json. */
export const catalogCodes = {
  'catalog-unreadable': {
    stops: 'command',
    means:
      'catalog.json cannot be read, is not a catalog, or was written by another version of cyclectl. Only validate and catalog save read it.',
    remedy: 'Restore it from Git, or remove it and run cyclectl catalog save in each environment.',
  },
  'catalog-environment-unknown': {
    stops: 'nothing',
    means: 'catalog.json has the catalog of an environment that cyclectl.yaml does not have.',
    remedy: 'Run cyclectl catalog save in an environment of the project: it removes the others.',
  },
  'catalog-incomplete': {
    stops: 'nothing',
    means:
      'A manifest uses a connector or a template of which catalog.json has only the name, so that validate judges nothing in it.',
    remedy: 'Run cyclectl catalog save, and commit catalog.json.',
  },
} as const;
