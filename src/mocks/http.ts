import {
  type HttpHostOptions as AnyOptions,
  type HttpHost,
  startHttpHost as startHost,
} from '@kitwell/mock-engine/hosts/http/http-host';
import type { Samples } from '@/mocks/conformance/samples';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { openApiDocument } from '@/mocks/openapi/openapi-document';

export type HttpHostOptions = AnyOptions<Kitwell>;

/**
 * This product's mock backend as an HTTP server.
 *
 * @param samples the examples of `/openapi.json`
 * @returns resolves once it listens
 * @throws Error if the port is taken
 */
export const startHttpHost = (samples: Samples, options: HttpHostOptions = {}): Promise<HttpHost> =>
  startHost(
    {
      ...kitwell,
      openApi: ({ api = '', chat = '' }) => openApiDocument({ apiUrl: api, chatUrl: chat }, samples),
    },
    options,
  );
