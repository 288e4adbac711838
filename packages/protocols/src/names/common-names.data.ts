/** Labels that organisations often use below their domain: asked in every audit. */
const commonNames: readonly string[] = (
  'admin api app assets auth autodiscover backup beta blog cdn ci cloud db demo dev docs files forum ftp git gitlab ' +
  'grafana help img jenkins login m mail monitor new old portal qa remote shop stage staging static status support ' +
  'test uat vpn webmail wiki'
).split(' ');

/** Labels that only deep audits ask for. */
const furtherNames: readonly string[] = (
  'account accounts ads analytics api1 api2 apps archive artifactory bastion billing bitbucket build careers chat ' +
  'citrix client clients cms code confluence connect consul control cpanel crm customer customers dashboard data ' +
  'database dc demo1 deploy dev1 dev2 developer developers development devops digital dl dns docker download ' +
  'downloads edge email erp events exchange ext extranet firewall fw gateway gis gw harbor health helpdesk home ' +
  'host hr id identity images imap info integration internal intra intranet invoice invoices jira jobs k8s kb ' +
  'keycloak kibana labs ldap legacy links logs media metrics mobile monitoring mx mysql nagios nexus ns1 ns2 ' +
  'office online orders owa partner partners pay payment payments phpmyadmin pop preprod preview prod production ' +
  'prometheus proxy rabbitmq radius rdp redis registry release repo reporting sandbox search secure sentry server ' +
  'service services sftp sip smtp sonar sonarqube sql ssh sso storage store svn sync telemetry tickets tools user ' +
  'vault video web www1 www2 corp feedback news lab learn reports'
).split(' ');

/** The labels that each mode asks for: the deep list holds the standard one. */
export const listedNames: Readonly<Record<'standard' | 'deep', readonly string[]>> = {
  standard: commonNames,
  deep: [...commonNames, ...furtherNames],
};
