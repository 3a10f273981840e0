// A world file (schemas/world.schema.json): the initial offer and objects of the local service.
// Types are unchecked; `readWorld` parses and checks the text.

import type { CollectionSplitType, StepErrorAction } from '../cycle-words.ts';

/** Initial offer and objects of the local service. */
export interface World {
  readonly seed?: number;
  readonly clients?: readonly WorldClient[];
  readonly connectors?: readonly WorldConnector[];
  readonly folders?: readonly WorldFolder[];
  readonly templates?: readonly WorldTemplate[];
  readonly accounts?: readonly WorldAccount[];
  /** Hosts outside this machine that may receive webhooks. */
  readonly webhookHosts?: readonly string[];
}

export interface WorldClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface WorldConnector {
  readonly name: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly native?: boolean;
  readonly authentication?: readonly WorldAuthentication[];
  readonly api?: WorldApi;
  readonly releases: readonly WorldRelease[];
}

/** Address of a connector's methods, and form of its credential. */
export interface WorldApi {
  /** `app:NAME` is a sample app of the emulator; else http(s), with properties as `{{NAME}}`. */
  readonly baseUrl: string;
  readonly format?: WorldFormat;
  /** Place of an API key; Basic and OAuth2 credentials always use Authorization. */
  readonly auth?: {
    readonly in: 'header' | 'query';
    readonly name: string;
    readonly prefix?: string;
  };
  readonly oauth2?: WorldOauth2;
}

/** Authorization server of a connector. Absent keys are those of the sample server. */
export interface WorldOauth2 {
  readonly authoriseUrl?: string;
  readonly accessTokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  /** Lifetime of tokens of the sample server, such as `1h`. */
  readonly accessTokenLifetime?: string;
  readonly refreshTokenLifetime?: string;
}

export type WorldFormat = 'json' | 'xml' | 'form';

export interface WorldAuthentication {
  readonly name: string;
  readonly id?: string;
  readonly type: AuthenticationType;
  readonly oauth2Type?:
    | 'Unknown'
    | 'AuthorisationCode'
    | 'ClientCredentials'
    | 'PasswordCredentials';
  readonly scheme?: string;
  readonly description?: string;
  readonly default?: true;
}

/** AuthType, SERVICE B [D]. */
export type AuthenticationType = 'ApiKey' | 'Basic' | 'OAuth1' | 'OAuth2' | 'None' | 'AuthFields';

export interface WorldRelease {
  readonly version: string;
  readonly id?: number;
  readonly draft?: boolean;
  readonly properties?: readonly WorldProperty[];
  readonly methods?: readonly WorldMethod[];
}

export interface WorldProperty {
  readonly name: string;
  readonly sensitive?: boolean;
  readonly optional?: boolean;
  readonly accountLevel?: boolean;
  readonly type?: DataType;
  readonly values?: readonly string[];
  readonly description?: string;
}

/** DataType of a field or parameter, SERVICE B [D]. */
export type DataType =
  | 'Text'
  | 'Integer'
  | 'Float'
  | 'Boolean'
  | 'DateTime'
  | 'File'
  | 'Decimal'
  | 'Undefined';

export interface WorldMethod {
  readonly name: string;
  readonly id?: number;
  readonly uniqueIdentifier?: string;
  readonly type?: MethodType;
  readonly category?: string;
  readonly description?: string;
  /** Verb and path, such as `GET /contacts/{id}`, with merge fields `{NAME}`. */
  readonly endpoint?: string;
  readonly paging?: WorldPaging;
  /** Location of the items for `{records: […]}`. */
  readonly records?: string;
  /** Root element of an XML request. */
  readonly root?: string;
  /** JavaScript of a Script method, or of a webhook that answers synchronously. */
  readonly script?: string;
  readonly parameters?: readonly WorldParameter[];
  readonly fields?: readonly (string | WorldField)[];
  readonly responseFields?: readonly (string | WorldField)[];
}

/** Paging of a third party. */
export type WorldPaging =
  | {
      readonly kind: 'page';
      readonly parameter: string;
      readonly sizeParameter?: string;
      readonly size?: number;
    }
  | { readonly kind: 'cursor'; readonly parameter: string; readonly from: string }
  | { readonly kind: 'link' };

/** MethodType, SERVICE B [D]. */
export type MethodType = 'Action' | 'Webhook' | 'Script';

export interface WorldParameter {
  readonly name: string;
  readonly target?: string;
  readonly type?: DataType;
  readonly required?: boolean;
  readonly sensitive?: boolean;
  readonly values?: readonly string[];
  readonly lookup?: string;
}

export interface WorldField {
  readonly location: string;
  /**
   * True for a custom field of the connector, which its method may omit (choice customFields). For
   * responses alone.
   */
  readonly custom?: boolean;
  readonly name?: string;
  readonly type?: DataType;
  readonly required?: boolean;
  readonly values?: readonly string[];
  readonly lookup?: string;
}

/** A folder of templates in the console. */
export interface WorldFolder {
  readonly id: string;
  readonly name: string;
}

export interface WorldTemplate {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly published?: boolean;
  readonly freshInstallation?: boolean;
  readonly stepErrorAction?: StepErrorAction;
  readonly collectionSplitType?: CollectionSplitType;
  readonly minimalInstallAnswer?: boolean;
  readonly variables?: Readonly<Record<string, string | null>>;
  readonly steps: readonly WorldStep[];
}

export interface WorldStep {
  readonly name: string;
  readonly description?: string;
  readonly connector: string;
  readonly version?: string;
  readonly method?: string;
  readonly parameters?: Readonly<Record<string, WorldMapping>>;
  readonly fields?: Readonly<Record<string, WorldMapping>>;
}

export type WorldMapping =
  | string
  | { readonly step: string; readonly field: string }
  | { readonly variable: string }
  | { readonly option: string }
  | { readonly lookup: { readonly value: string; readonly label?: string } }
  | { readonly ignore: true };

export interface WorldAccount {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly timezone?: string;
  readonly connectors?: readonly WorldInstalledConnector[];
  readonly cycles?: readonly WorldInstalledCycle[];
}

export interface WorldInstalledConnector {
  readonly name?: string;
  readonly description?: string;
  readonly connector: string;
  readonly version?: string;
  readonly authentication?: string;
  readonly authValue?: string;
  readonly authenticated?: true;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface WorldInstalledCycle {
  readonly template: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly active?: {
    readonly interval?: number;
    readonly startTime?: string;
    readonly runOnce?: true;
  };
}
