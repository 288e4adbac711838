/* oxlint-disable no-var, unicorn/prefer-node-protocol -- Node 0.8 to 16 run this: tls-server.cjs ADDRESS PORT KEY CHAIN [DHPARAM] */
var tls = require('tls');
var fs = require('fs');
var args = process.argv.slice(2);

var options = {
  key: fs.readFileSync(args[2]),
  cert: fs.readFileSync(args[3]),
  ciphers: process.env.LAB_CIPHERS || 'ALL:COMPLEMENTOFALL',
  honorCipherOrder: false,
  secureOptions: 0,
};
if (Number(process.versions.node.split('.')[0]) < 12) options.secureProtocol = 'SSLv23_method';
else {
  options.minVersion = 'TLSv1';
  options.ciphers += ':@SECLEVEL=0:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256';
}
if (args[4]) options.dhparam = fs.readFileSync(args[4]);

var server = tls.createServer(options, function (connection) {
  connection.on('error', function () {});
  connection.once('data', function () {
    connection.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold\n');
  });
});
server.on('clientError', function () {});
server.listen(Number(args[1]), args[0]);

// A handshake that fails must not end the server.
process.on('uncaughtException', function (error) {
  console.error(error.message);
});
