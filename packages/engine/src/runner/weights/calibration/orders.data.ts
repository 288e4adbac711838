/** The sites from best to worst, ranked by people who saw the findings without severity, score or grade. */
export const expertOrders: readonly (readonly string[])[] = [
  `aplus good parked-locked mail-only code-host parked-untouched small-business typical-api csp-strict
   typical-static-plain typical-static haproxy www-no-tls typical-wordpress apache typical-giant noredirect libs
   leaky2-wordpress cert-expired plain names-estate stunnel bad takeover-unclaimed exposed2-windows leaky2-data
   secrets exposed2-stores abandoned`,
  `aplus good parked-locked code-host mail-only parked-untouched small-business csp-strict typical-api
   typical-static-plain typical-static haproxy www-no-tls typical-wordpress apache typical-giant noredirect libs
   leaky2-wordpress cert-expired plain names-estate stunnel bad takeover-unclaimed exposed2-windows secrets
   leaky2-data exposed2-stores abandoned`,
  `aplus good parked-locked mail-only code-host parked-untouched small-business typical-api csp-strict
   typical-static-plain typical-static haproxy www-no-tls typical-wordpress apache typical-giant noredirect libs
   leaky2-wordpress cert-expired plain names-estate stunnel bad takeover-unclaimed exposed2-windows secrets
   leaky2-data exposed2-stores abandoned`,
].map((order) => order.split(/\s+/).map((name) => `${name}.lab`));
