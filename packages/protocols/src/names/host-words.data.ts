/** Words of names that stand for hosts of developers and administrators, which rarely serve visitors. */
export const developmentWords: ReadonlySet<string> = new Set(
  (
    'admin artifactory backup bamboo consul db debug dev develop development devops elastic elasticsearch grafana harbor ' +
    'influxdb int internal jaeger jenkins kibana mongo mysql nagios nexus nomad phpmyadmin preprod prometheus qa rabbitmq ' +
    'redis sandbox solr sonar sonarqube sql stage staging stg swarm test testing traefik uat zabbix'
  ).split(' '),
);

/** Words of names that indicate a product or an internal service. */
export const internalWords: ReadonlySet<string> = new Set(
  (
    'ad adfs bastion bitbucket citrix confluence cpanel dc erp exchange firewall fortigate gitlab intranet ipmi jira k8s ' +
    'kubernetes ldap nas openvpn plesk radius rancher rdp sap sentry sharepoint svn teamcity vault vcenter vmware vpn'
  ).split(' '),
);
