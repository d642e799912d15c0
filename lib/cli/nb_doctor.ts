import { Command } from "commander";

/** `nb doctor`: what is wrong with this machine, and how to mend it. */
export function nbDoctorCommand(): Command {
  return new Command("doctor")
    .description("Tell what is wrong with this machine and the command that mends it")
    .option("--offline", "do not look at the network")
    .option("--json", "print as JSON")
    .addHelpText(
      "after",
      `
Exit status: 0 notebooks can be run here, 1 they cannot.

Examples:
  corebook nb doctor
  corebook nb doctor --offline`,
    )
    .action(async ({ offline, json }: { offline?: true; json?: true }) => {
      const { UserError } = await import("../base/errors.ts");
      const { diagnose } = await import("../notebook/doctor.ts");
      const { thisMachine } = await import("../notebook/doctor_machine.ts");
      const findings = await diagnose(thisMachine(offline ?? false));
      if (json) console.log(JSON.stringify(findings, null, 2));
      for (const { check, status, found, mend } of json ? [] : findings) {
        console.log(`${status.padEnd(8)}${check}: ${found}`);
        if (mend !== null) console.log(`        mend it by: ${mend}`);
      }
      const failures = findings.filter((finding) => finding.status === "failure").length;
      if (failures > 0) throw new UserError(`Notebooks cannot be run here: ${failures} failures`);
    });
}
