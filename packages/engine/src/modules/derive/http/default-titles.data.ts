/** Titles of default pages of server software. */
export const defaultTitles: readonly RegExp[] = [
  /^Apache2 (?:Ubuntu|Debian) Default Page/i,
  /^Test Page for the (?:Apache|Nginx) HTTP Server/i,
  /^HTTP Server Test Page/i,
  /^(?:Apache )?HTTP Server Test Page powered by/i,
  /^Welcome to (?:nginx|OpenResty|CentOS|Caddy|JBoss|WildFly|XAMPP)\b/i,
  /^Caddy works!/i,
  /^IIS(?: Windows(?: Server)?|\d(?:\.\d)?)$/i,
  /^Apache Tomcat\/\d/i,
  /^(?:Web Server's|Domain) Default Page$/i,
  /^Default Web Site Page$/i,
  /^WordPress [›»] (?:Setup|Installation)/i,
];
