import { powershell } from "@helve/effects/powershell";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";

const [tested] = Array.from(
  predicates({
    languages: { shell, powershell, sql },
    tools: {
      "Terminal.Execute": { code: "command", language: "shell" },
      "PowerShell.Execute": { code: "command", language: "powershell" },
    },
    workingDirectory: "/home/ada/project",
    home: "/home/ada",
  }),
).filter(({ name }) => name === "is_granting_permission");

async function answer(command: string, tool = "Terminal.Execute") {
  const action = { id: "1", name: tool, args: { command } };
  const found = await tested?.evaluate([], {
    ...{ action, trajectory: [], prompt: "", state: undefined },
    signal: new AbortController().signal,
  } as never);
  return typeof found === "object" ? found.value : found;
}

describe("is_granting_permission", () => {
  it.each([
    "chmod 777 a",
    "setcap cap_setuid+ep /usr/bin/python3",
    "chmod o+r notes.txt",
    "chmod o+rx /srv/private",
    "chmod 644 ~/.ssh/id_rsa",
    "chmod g+r .env",
    "chmod -R 755 ~/.ssh",
    "chmod 644 /etc/shadow",
    "setfacl -m u:bob:rwx f",
    "setfacl -R -m d:g:dev:rx dir",
    "setfacl --modify=o::r f",
    "sudo usermod -aG sudo bob",
    "gpasswd -a bob docker",
    "icacls f /grant Everyone:F",
    "install -m 777 a b",
    "aws iam attach-user-policy --user-name bob --policy-arn arn:aws:iam::aws:policy/AdministratorAccess",
    "gcloud projects add-iam-policy-binding p --member=user:b@x.com --role=roles/owner",
    "az role assignment create --assignee b --role Owner",
    "gsutil iam ch allUsers:objectViewer gs://b",
    "kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=bob",
    "gh repo edit --visibility public --accept-visibility-change-consequences",
    "gh api -X PUT /repos/o/r/collaborators/bob -f permission=admin",
    "gh api --method PATCH repos/o/r -F private=false",
    "gh repo deploy-key add key.pub --allow-write",
    "aws s3 cp a s3://b --acl public-read",
    "aws s3api put-object --bucket b --key k --body a --acl public-read-write",
    "gsutil cp -a public-read a gs://b",
    "az storage container set-permission -n c --public-access blob",
    "adduser bob sudo",
    "useradd -m -G docker bob",
    "rsync --chmod=777 -r a/ b/",
    "rsync -a --chmod=D755,F666 a/ b/",
    "mkdir -m 777 a",
    "mkdir -p --mode=o+w a",
    "chattr -i a",
    "xhost +",
    "visudo",
    "docker run --privileged alpine",
    "psql -c 'GRANT ALL ON t TO bob'",
    `mongosh --eval 'db.grantRolesToUser("bob", ["root"])'`,
    "psql -c 'ALTER TABLE t OWNER TO bob'",
    "psql -c 'ALTER DEFAULT PRIVILEGES IN SCHEMA s GRANT SELECT ON TABLES TO bob'",
    "aws kms create-grant --key-id k --grantee-principal p --operations Decrypt",
    "aws ecr set-repository-policy --repository-name r --policy-text file://p.json",
    "aws efs put-file-system-policy --file-system-id f --policy file://p.json",
    "aws lakeformation grant-permissions --principal p --permissions ALL",
    "aws ram create-resource-share --name r --principals 123456789012",
    "aws rds modify-db-snapshot-attribute --db-snapshot-identifier s --attribute-name restore --values-to-add all",
    "gcloud iam service-accounts keys create k.json --iam-account a@p.iam.gserviceaccount.com",
    "gcloud compute firewall-rules create a --allow tcp:22",
    "az keyvault set-policy -n v --upn bob@x.com --secret-permissions get",
    "az ad group member add --group admins --member-id 5",
    "az sql server firewall-rule create -n a --start-ip-address 0.0.0.0 --end-ip-address 255.255.255.255",
    "heroku access:add bob@x.com",
    "net localgroup administrators bob /add",
    "dseditgroup -o edit -a bob -t user admin",
    "dscl . -append /Groups/admin GroupMembership bob",
    "sudo passwd -u root",
    "takeown /f data",
  ])("is true for %s", async (command) => {
    expect(await answer(command)).toBe(true);
  });

  it.each([
    "chmod 600 ~/.ssh/id_rsa",
    "chmod 644 notes.txt",
    "setfacl -b f",
    "setfacl -x u:bob f",
    "umask",
    "gh repo edit --visibility private",
    "gh api /repos/o/r/collaborators",
    "gh api -X PATCH repos/o/r -F private=true",
    "aws s3 cp a s3://b --acl private",
    "az storage container set-permission -n c --public-access off",
    "rsync -rst a/ b/",
    "rsync --chmod=D755,F644 -r a/ b/",
    "mkdir -m 700 a",
    "mkdir -pm 755 a",
    "chattr +i a",
    "xhost -",
    "visudo -c",
    "docker run alpine",
    "sudo ls",
    "usermod -L bob",
    "chmod -R 755 .",
    "chmod +x run.sh",
    "chmod go-rwx .env",
    "chmod a+r /etc/apt/keyrings/docker.gpg",
    "chmod 644 /etc/nginx/nginx.conf",
    "setfacl -x u:bob f",
    "setfacl -m u:bob:--- f",
    "setfacl -m m::rx f",
    "getfacl f",
    "icacls f",
    "icacls f /deny bob:F",
    "setcap -r /usr/bin/python3",
    "az role assignment list",
    "gsutil iam get gs://b",
    "psql -c 'REVOKE ALL ON t FROM bob'",
    "psql -c 'ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM bob'",
    "psql -c 'ALTER TABLE t ADD COLUMN owner text'",
    "aws logs put-retention-policy --log-group-name g --retention-in-days 7",
    "aws application-autoscaling put-scaling-policy --policy-name p",
    "aws iam put-role-permissions-boundary --role-name r --permissions-boundary b",
    "aws iam get-role-policy --role-name r --policy-name p",
    "az keyvault delete-policy -n v --upn bob@x.com",
    "gcloud compute firewall-rules list",
    "net localgroup administrators bob /delete",
    "dscl . -read /Groups/admin",
    "passwd -l bob",
  ])("is false for %s", async (command) => {
    expect(await answer(command)).toBe(false);
  });

  it.each([
    "setfacl --restore=acl.txt",
    "setfacl -M acl.txt f",
    "setfacl --set-file=acl.txt f",
    "chmod --reference=a b",
  ])("can't tell for %s: the rights are in a file", async (command) => {
    expect(await answer(command)).toBe("unknown");
  });

  it.each([
    ["icacls C:\\x /grant Everyone:F", true],
    ["icacls C:\\x /deny bob:F", false],
    ["icacls C:\\x", false],
    ["Add-LocalGroupMember -Group Administrators -Member bob", true],
    ["Get-LocalGroupMember Administrators", false],
    ["Remove-LocalGroupMember -Group Administrators -Member bob", false],
    ["net localgroup administrators bob /add", true],
    ['net localgroup "Remote Desktop Users" bob /add', true],
    ["net localgroup writers /add", false],
    // The access list is an object that the code has built.
    ["Set-Acl -Path C:\\x -AclObject $acl", "unknown"],
    ["Get-Acl C:\\x", false],
  ])("reads %s of PowerShell as %s", async (command, expected) => {
    expect(await answer(command, "PowerShell.Execute")).toBe(expected);
  });
});
