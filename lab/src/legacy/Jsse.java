import java.io.FileInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.Collections;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Jsse ADDRESS PORT PASSWORD PKCS12...: every protocol version and suite that Java knows. */
public class Jsse {
  public static void main(String[] args) throws Exception {
    char[] password = args[2].toCharArray();
    KeyStore all = KeyStore.getInstance("PKCS12");
    all.load(null, null);
    for (int i = 3; i < args.length; i++) {
      KeyStore one = KeyStore.getInstance("PKCS12");
      one.load(new FileInputStream(args[i]), password);
      for (String alias : Collections.list(one.aliases()))
        all.setKeyEntry(alias + i, one.getKey(alias, password), password, one.getCertificateChain(alias));
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(all, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory()
        .createServerSocket(Integer.parseInt(args[1]), 200, InetAddress.getByName(args[0]));
    server.setEnabledProtocols(server.getSupportedProtocols());
    server.setEnabledCipherSuites(server.getSupportedCipherSuites());
    ExecutorService workers = Executors.newFixedThreadPool(16);
    while (true) {
      SSLSocket socket = (SSLSocket) server.accept();
      workers.submit(() -> serve(socket));
    }
  }

  private static void serve(SSLSocket accepted) {
    try (SSLSocket socket = accepted) {
      socket.setSoTimeout(5000);
      socket.startHandshake();
      InputStream in = socket.getInputStream();
      in.read(new byte[4096]);
      socket.getOutputStream().write("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\njsse\n".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    } catch (Exception refused) {
      // A handshake that fails concerns that connection alone.
    }
  }
}
