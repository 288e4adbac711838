/** The sites from best to worst by people who saw what was found, and no severity, score or grade. */
export const expertOrders: readonly (readonly string[])[] = [
  `good typical-code csp-strict typical-api leaky2-default trace csp-weak typical-static-plain typical-static clean
   haproxy typical-wordpress www-no-tls apache noredirect typical-giant libs gnutls headers names-estate cors cert-expired plain
   stunnel exposed2-windows takeover-unclaimed secrets leaky2-data bad exposed2-stores`,
  `good typical-code csp-strict typical-api leaky2-default trace csp-weak typical-static-plain typical-static haproxy
   clean www-no-tls typical-wordpress libs typical-giant apache noredirect gnutls headers cert-expired cors names-estate plain
   stunnel takeover-unclaimed bad exposed2-windows secrets leaky2-data exposed2-stores`,
  `good typical-code csp-strict typical-api leaky2-default trace csp-weak clean typical-static-plain haproxy
   typical-static typical-wordpress www-no-tls noredirect typical-giant apache libs headers cors gnutls stunnel names-estate cert-expired plain
   takeover-unclaimed secrets bad leaky2-data exposed2-windows exposed2-stores`,
].map((order) => order.split(/\s+/).map((name) => `${name}.lab`));
