import { auditRefOf } from '../audits/audit-id.ts';
import type { Http, HttpRequest } from '../http/http.ts';
import type { AuditRunner } from '../jobs/audit-runner.ts';
import type { Environment } from '../settings/environment.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** Starts a span; the returned function ends it, with an error if the work failed. */
export type Trace = (name: string, attributes: Attributes) => (error?: unknown) => void;

/** Tracing with an export to a collector. */
export interface Tracing {
  trace: Trace;
  /** Flushes and stops. */
  stop: () => Promise<void>;
}

// Not dependencies: an operator who wants traces installs these packages, so their types cannot be imported here.
const sdkPackage = '@opentelemetry/sdk-node';
const apiPackage = '@opentelemetry/api';
// SpanStatusCode.ERROR of the OpenTelemetry API.
const errorStatus = 2;

const call = (target: unknown, name: string, ...args: unknown[]): unknown => {
  const method: unknown = Reflect.get(Object(target), name);
  return typeof method === 'function' ? Reflect.apply(method, target, args) : undefined;
};

function traceWith(tracer: unknown): Trace {
  return (name, attributes) => {
    const span = call(tracer, 'startSpan', name, { attributes });
    return (error) => {
      if (error !== undefined) call(span, 'setStatus', { code: errorStatus });
      call(span, 'end');
    };
  };
}

/**
 * Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT names a collector; the SDK reads the other OTEL_ variables itself. Null
 * without a collector, or, with a warning, if the SDK is not installed.
 */
export async function startTracing(
  env: Environment,
  warn: (message: string) => void,
  load: (name: string) => Promise<unknown> = async (name) => import(name),
): Promise<Tracing | null> {
  if ((env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '') === '') return null;
  try {
    const [sdkModule, api] = [await load(sdkPackage), await load(apiPackage)];
    const NodeSdk: unknown = Reflect.get(Object(sdkModule), 'NodeSDK');
    if (typeof NodeSdk !== 'function') throw new TypeError('The SDK is not one');
    const sdk: unknown = Reflect.construct(NodeSdk, [{ serviceName: env['OTEL_SERVICE_NAME'] || 'perimeter' }]);
    call(sdk, 'start');
    const tracer = call(Reflect.get(Object(api), 'trace'), 'getTracer', 'perimeter');
    return {
      trace: traceWith(tracer),
      stop: async () => {
        await call(sdk, 'shutdown');
      },
    };
  } catch {
    warn(`OTEL_EXPORTER_OTLP_ENDPOINT is set, but ${sdkPackage} cannot be loaded: tracing is off`);
    return null;
  }
}

/** Traces each request by its route's pattern. */
export function addTracing(http: Http, trace: Trace): void {
  const ends = new WeakMap<HttpRequest, (error?: unknown) => void>();
  http.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id } = request;
    const route = routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route, 'perimeter.request_id': id };
    ends.set(request, trace(`${method} ${route}`, attributes));
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    ends.get(request)?.(reply.statusCode >= 500 ? new Error(String(reply.statusCode)) : undefined);
    done();
  });
}

/** Wraps the engine's audit to trace it. */
export function traceAudits(runAudit: AuditRunner['runAudit'], trace: Trace): AuditRunner['runAudit'] {
  return async (request, options) => {
    const end = trace('audit', {
      'perimeter.audit_ref': auditRefOf(request.id),
      'perimeter.scan_mode': request.scanMode,
    });
    try {
      const result = await runAudit(request, options);
      end(result.ok ? undefined : result.failure);
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  };
}
